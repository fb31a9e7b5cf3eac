/** The work of bonuses that no request waits for: ending what is played, lost or out of time. */
import type { Deps } from '../../deps.ts'
import { type Rounds, startPoller } from '../../jobs/poller.ts'
import { finishBonuses } from './finish-bonuses.ts'

const everyMs = 1000

export function startBonusJobs(deps: Deps): Rounds {
  return startPoller(deps, everyMs, 'bonuses', () => finishBonuses(deps))
}
