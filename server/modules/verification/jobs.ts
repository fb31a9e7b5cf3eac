/** The work of verification that no request waits for: the inbox, checks of which nothing was heard, files and rows out of step. */
import type { Deps } from '../../deps.ts'
import { type Rounds, startPoller } from '../../jobs/poller.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

const everyMs = 2000
const sweepEveryMs = 10 * 60_000

export function startVerificationJobs(deps: Deps): Rounds {
  let nextSweepAt = 0
  return startPoller(deps, everyMs, 'verification', async () => {
    await processNotices(deps)
    await pollIdentityChecks(deps)
    const now = deps.clock.now().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepEveryMs
    await sweepFiles(deps)
  })
}
