/** Provider webhooks, polling of checks, and cleanup of files without a row and rows without a file. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

export function jobs(deps: Deps): Job[] {
  const name = deps.partners.identityCheck?.name
  const files: Job = { name: 'document-files', everyMs: 10 * 60_000, isExclusive: true, run: () => sweepFiles(deps) }
  if (name === undefined) return [files]
  return [
    {
      name: 'identity-webhooks',
      everyMs: 2000,
      due: `SELECT min(next_attempt_at) FROM verification.notices WHERE processed_at IS NULL AND partner = '${name}'`,
      run: () => processNotices(deps),
    },
    {
      name: 'identity-checks',
      everyMs: 2000,
      due: `SELECT min(next_look_at) FROM verification.checks WHERE next_look_at IS NOT NULL AND partner = '${name}'`,
      run: () => pollIdentityChecks(deps),
    },
    files,
  ]
}
