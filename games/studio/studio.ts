/** The in-house studio: its player API, and the recovery of interrupted rounds. */
import type { FastifyInstance } from 'fastify'
import { forgetOldDemos } from './demo.ts'
import type { StudioParts } from './parts.ts'
import { recoverRounds, roundsDue } from './recover.ts'
import { roundBatches } from './round-batches.ts'
import type { RoundRow } from './round-row.ts'
import { studioRoutes } from './routes.ts'
import { settleRound } from './settle-round.ts'

export type Studio = {
  /** Registers the player API under `/studio`. */
  mount(app: FastifyInstance): Promise<void>
  /** One recovery run; resolves to the number of rounds. */
  recover(): Promise<number>
  /** Moves the money of rounds that are decided. */
  settle(rounds: RoundRow[]): Promise<void>
  parts: StudioParts
  /** Recurring work for the scheduler. */
  jobs: Array<{ name: string; everyMs: number; due?: string; isExclusive?: boolean; run(): Promise<unknown> }>
}

/** Limits the parallel payouts, so that hundreds of them leave database connections to other work. */
const maxParallel = 20

export function createStudio(studioParts: StudioParts): Studio {
  const parts = { ...studioParts, rounds: roundBatches(studioParts) }
  return {
    async mount(app) {
      await app.register(studioRoutes(parts), { prefix: '/studio' })
    },
    recover: () => recoverRounds(parts),
    async settle(rounds) {
      for (let done = 0; done < rounds.length; done += maxParallel)
        await Promise.all(rounds.slice(done, done + maxParallel).map((round) => settleRound(parts, round)))
    },
    parts,
    jobs: [
      { name: 'studio-rounds', everyMs: 1000, due: roundsDue(), run: () => recoverRounds(parts) },
      { name: 'studio-demos', everyMs: 10 * 60_000, isExclusive: true, run: () => forgetOldDemos(parts) },
    ],
  }
}
