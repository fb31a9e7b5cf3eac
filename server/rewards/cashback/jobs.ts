/** Cashback is paid after the end of each week. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { settleWeeks, weeksDue } from './settle-weeks.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'cashback', everyMs: 60_000, due: weeksDue, run: () => settleWeeks(deps) },
]
