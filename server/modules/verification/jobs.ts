/** Webhooks of the provider, checks of which nothing was heard, files without a row and rows without a file. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'identity-webhooks', everyMs: 2000, run: () => processNotices(deps) },
  { name: 'identity-checks', everyMs: 2000, run: () => pollIdentityChecks(deps) },
  { name: 'document-files', everyMs: 10 * 60_000, run: () => sweepFiles(deps) },
]
