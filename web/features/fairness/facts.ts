/** Collects the input for the recalculation of a recorded round. */
import type { FairRound } from '#contract/games.ts'
import type { Facts } from '#games/verifier/recompute.ts'

/** Returns null while the seed is secret. */
export function factsOf(round: FairRound): Facts | null {
  if (round.serverSeed === null) return null
  const { mathsVersion, serverSeed, clientSeed, nonce, stake, choice, outcome } = round
  const acts = outcome && 'acts' in outcome ? { acts: outcome.acts } : {}
  return { game: round.game.id, mathsVersion, serverSeed, clientSeed, nonce, stake, choice, ...acts }
}
