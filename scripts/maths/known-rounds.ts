/**
 * A digest of the results of a version of a game for fixed seeds. It changes with anything that decides rounds (the
 * game, its engine or the draws), and with nothing else.
 */
import { createHash } from 'node:crypto'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { possibleAct, aRoundOf } from '#tests/setup/stepped-play.ts'
import type { Act, View } from '#contract/rounds.ts'
import { openDraw, playOut } from '#games/fairness.ts'
import { type GameMaths, isFloor, isStepped } from '#games/maths.ts'
import { drawnBy, isShared } from '#games/shared.ts'
import type { Choice } from '#games/slot-engine/outcome.ts'

export const knownRoundsFile = new URL('../../games/replaced/known-rounds.json', import.meta.url)
/** By game and version: `dice@1.0.0`. */
export type KnownRounds = Record<string, string>

const serverSeed = '5e'.repeat(32)
const clientSeed = 'known rounds'
const rounds = 150
const maxChoices = 30

export const versionName = ({ slug, version }: Pick<GameMaths, 'slug' | 'version'>) => `${slug}@${version}`

export async function digestOf(maths: GameMaths): Promise<string> {
  const hash = createHash('sha256')
  for (let nonce = 0; nonce < rounds; nonce++) hash.update(JSON.stringify(sorted(await resultOf(maths, nonce))))
  return hash.digest('hex')
}

async function resultOf(maths: GameMaths, nonce: number): Promise<unknown> {
  if (isShared(maths)) return maths.shared.pointOf(await drawnBy(clientSeed, `${serverSeed}${nonce}`))
  const draw = await openDraw(serverSeed, clientSeed, nonce)
  const stake = maths.unit * (1 + (nonce % 7))
  if (isStepped(maths)) return aRoundOf(maths, draw, stake, nonce % 6, (view) => actOf(view, nonce))
  return playOut(maths, draw, { stake, choice: choiceOf(maths, nonce, stake) })
}

/** Varies with the round, so that every kind of action occurs. */
function actOf(view: View, nonce: number): Act {
  if (view.game === 'blackjack') return { type: view.moves[nonce % view.moves.length]! }
  if (view.game === 'poker') return { type: 'draw', hold: [0, 1, 2, 3, 4].filter((card) => (nonce >> card) % 2 === 1) }
  return possibleAct(view)
}

function choiceOf(maths: GameMaths, nonce: number, stake: number): Choice {
  if (!isFloor(maths)) return firstChoice(maths, stake)
  const choices = [...maths.everyChoice(stake)].slice(0, maxChoices)
  return choices[nonce % choices.length]!
}

/** Sorts keys, so that the digest does not depend on their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
