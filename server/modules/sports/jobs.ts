/** The comparison with the sportsbook's list of bets. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { compareBets } from './compare-bets.ts'

export const jobs = (deps: Deps): Job[] =>
  deps.partners.sportsbook
    ? [{ name: 'sports-comparison', everyMs: 300_000, isExclusive: true, run: () => compareBets(deps) }]
    : []
