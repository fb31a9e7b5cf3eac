/** Recalculates a round with the studio's maths. Loaded on demand, because it contains the maths of every game. */
import { isSame, NotOffered, recompute, recomputeShared, type Facts, type Steps } from '#games/verifier/recompute.ts'
import { provideDigests } from '#contract/provide-digests.ts'
import type { FairRound } from '#contract/games.ts'
import { isGenuineInWorker } from './check-beacon.ts'
import { checkDraw, type DrawVerdict } from './check-draw.ts'
import type { EndedRound, HashChain, SharedBeacon } from '#contract/shared-rounds.ts'

export type Recalculated = {
  steps: Steps
  /** Whether draw, hash and outcome agree with the record; null for pasted values, which have no record. */
  agrees: { draw: DrawVerdict; hash: boolean; outcome: boolean } | null
}
export type Problem = 'notOffered' | 'failed'

/** `playerId` is the viewer's id if the round is the viewer's own, otherwise null. */
export async function recalculate(
  facts: Facts,
  record: FairRound | null,
  playerId: string | null = null,
): Promise<Recalculated | Problem> {
  await provideDigests()
  try {
    const steps = await recompute(facts)
    const agrees = record && {
      draw: await checkDraw({ ...record, serverSeed: facts.serverSeed, clientSeed: facts.clientSeed }, playerId),
      hash: steps.fingerprint === record.serverSeedHash,
      outcome: record.outcome !== null && isSame(record.outcome, steps.outcome),
    }
    return { steps, agrees }
  } catch (error) {
    return error instanceof NotOffered ? 'notOffered' : 'failed'
  }
}

/** Whether the hash of a shared round belongs to its chain and gives its point, with the signature of its beacon if it has one. */
export async function recheckShared(
  game: string,
  round: EndedRound,
  chain: HashChain,
  beacon: SharedBeacon | null,
  isGenuine = isGenuineInWorker,
): Promise<boolean> {
  await provideDigests()
  return recomputeShared(game, round, chain, (named) => beacon !== null && isGenuine({ beacon, round: named }))
}
