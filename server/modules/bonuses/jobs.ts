/** Ends bonuses that are completed, lost or expired. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { bonusesDue, finishBonuses } from './finish-bonuses.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'bonuses', everyMs: 1000, due: bonusesDue, run: () => finishBonuses(deps) },
]
