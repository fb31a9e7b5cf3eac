/** Recalculates rounds with the server's list of games instead of the browser's. */
import { openDraw, playOut, type RoundFacts, sha256Hex } from '#games/fairness.ts'
import { mathsOf } from '#games/games.ts'
import type { Outcome } from '#games/slot-engine/outcome.ts'

/** Recomputes a round from its seeds. Throws RangeError for a game, version, stake or choice that was never offered. */
export async function verifyRound(facts: RoundFacts): Promise<{ serverSeedHash: string; outcome: Outcome }> {
  const maths = mathsOf(facts.game, facts.mathsVersion)
  if (!maths) throw new RangeError(`there is no ${facts.game} ${facts.mathsVersion}`)
  const choice = maths.readChoice(facts.choice, facts.stake)
  if (choice === undefined) throw new RangeError('this choice is not offered')
  const draw = await openDraw(facts.serverSeed, facts.clientSeed, facts.nonce)
  const outcome = await playOut(maths, draw, { ...facts, choice })
  return { serverSeedHash: await sha256Hex(facts.serverSeed), outcome }
}
