/** The work of verification that no request waits for: the inbox, checks of which nothing was heard, files and rows out of step. */
import type { Deps } from '../../deps.ts'
import { type Rounds, startRounds } from '../../jobs/rounds.ts'
import { lookAtChecks } from './look-at-checks.ts'
import { processNotices } from './process-notices.ts'
import { sweepFiles } from './sweep-files.ts'

const everyMs = 2000
const sweepEveryMs = 10 * 60_000

export function startVerificationJobs(deps: Deps): Rounds {
  let nextSweepAt = 0
  return startRounds(deps, everyMs, 'verification', async () => {
    await processNotices(deps)
    await lookAtChecks(deps)
    const now = deps.clock.now().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepEveryMs
    await sweepFiles(deps)
  })
}
