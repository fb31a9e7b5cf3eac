/** Ends bonuses that are completed, lost or expired, and credits the wins of free spins. */
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { creditSpinWins, spinWinsDue } from './credit-spin-wins.ts'
import { bonusesDue, finishBonuses } from './finish-bonuses.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'bonuses', everyMs: 1000, due: bonusesDue, run: () => finishBonuses(deps) },
  { name: 'spin-wins', everyMs: 1000, due: spinWinsDue, run: () => creditSpinWins(deps) },
]
