/** The comparison with the sportsbook's list of bets, and a warning of open bets at a sportsbook that is missing here. */
import type { Deps } from '../deps.ts'
import { type LeftWork, leftWorkJob } from '../kernel/jobs/left-work.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { compareBets } from './compare-bets.ts'

export const leftBets = ({ partners }: Deps): LeftWork => ({
  what: 'open bets at a sportsbook',
  query: `SELECT sportsbook AS name, count(*)::int AS count FROM sports.bets
    WHERE ended_at IS NULL AND sportsbook <> ALL ($1) GROUP BY 1 ORDER BY 1`,
  known: partners.sportsbook ? [partners.sportsbook.slug] : [],
})

export const jobs = (deps: Deps): Job[] => [
  leftWorkJob(deps, 'sports-bets', [leftBets(deps)]),
  ...(deps.partners.sportsbook
    ? [{ name: 'sports-comparison', everyMs: 300_000, isExclusive: true, run: () => compareBets(deps) }]
    : []),
]
