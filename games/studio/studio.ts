/** The in-house studio: its player API, and the recovery of interrupted rounds. */
import type { FastifyInstance } from 'fastify'
import { forgetOldDemos } from './demo.ts'
import type { StudioParts } from './parts.ts'
import { recoverRounds, roundsDue } from './recover.ts'
import { roundBatches } from './round-batches.ts'
import { studioRoutes } from './routes.ts'

export type Studio = {
  /** Registers the player API under `/studio`. */
  mount(app: FastifyInstance): Promise<void>
  /** One recovery run; resolves to the number of rounds. */
  recover(): Promise<number>
  /** Recurring work for the scheduler. */
  jobs: Array<{ name: string; everyMs: number; due?: string; isExclusive?: boolean; run(): Promise<unknown> }>
}

export function createStudio(given: StudioParts): Studio {
  const parts = { ...given, rounds: roundBatches(given) }
  return {
    async mount(app) {
      await app.register(studioRoutes(parts), { prefix: '/studio' })
    },
    recover: () => recoverRounds(parts),
    jobs: [
      { name: 'studio-rounds', everyMs: 1000, due: roundsDue, run: () => recoverRounds(parts) },
      { name: 'studio-demos', everyMs: 10 * 60_000, isExclusive: true, run: () => forgetOldDemos(parts) },
    ],
  }
}
