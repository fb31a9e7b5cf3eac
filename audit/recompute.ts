/** Recalculates the outcome of a round with the maths of its game, which is all that this package has of the product. */
import { loadMaths } from '#games/load-maths.ts'
import type { Draw, GameMaths } from '#games/maths.ts'
import { drawOf } from './numbers.ts'
import type { Pair, Round } from './records.ts'

const loaded = new Map<string, Promise<GameMaths | undefined>>()

/** Undefined for a game or version that this package does not have. */
export function mathsOf(game: string, version: string): Promise<GameMaths | undefined> {
  const name = `${game}@${version}`
  const found = loaded.get(name) ?? loadMaths(game, version)
  loaded.set(name, found)
  return found
}

export type Recomputed = { outcome: unknown; payout: number; extraStake: number }

/** Null if the game never offered this stake, choice or act. */
export async function recompute(
  maths: GameMaths,
  round: Pick<Round, 'stake' | 'choice' | 'nonce' | 'outcome'>,
  pair: Pick<Pair, 'clientSeed'> & { serverSeed: string },
): Promise<Recomputed | null> {
  const { stake } = round
  const choice = maths.readChoice(round.choice, stake)
  if (choice === undefined || stake <= 0 || stake % maths.unit !== 0) return null
  const draw = drawOf(pair.serverSeed, pair.clientSeed, round.nonce)
  try {
    if ('abandoned' in maths) return await replay(maths, draw, stake, choice, actsOf(round.outcome))
    const outcome = await maths.play(draw, stake, choice)
    return { outcome, payout: outcome.payout, extraStake: 0 }
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

type Stepped = Extract<GameMaths, { abandoned: unknown }>
type Act = Parameters<Stepped['act']>[2]

async function replay(maths: Stepped, draw: Draw, stake: number, choice: unknown, acts: Act[]) {
  let step = await maths.open(draw, stake, choice)
  let extraStake = 0
  for (const act of acts) {
    const next = step.isFinal ? null : await maths.act(draw, step.state, act)
    if (!next) return null
    extraStake += next.extraStake ?? 0
    step = next
  }
  if (!step.isFinal) return null
  const payout = step.payout ?? 0
  return { outcome: { acts, view: step.view, payout }, payout, extraStake }
}

export function actsOf(outcome: unknown): Act[] {
  const acts = (outcome as { acts?: unknown } | null)?.acts
  return Array.isArray(acts) ? (acts as Act[]) : []
}

/** Whether two values of JSON are equal, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = Object.keys(a).filter((name) => a[name] !== undefined)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(b).filter((name) => b[name] !== undefined).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  )
}
