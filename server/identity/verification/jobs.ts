/** Provider webhooks, polling of checks, and cleanup of files without a row and rows without a file. */
import type { Deps } from '../../deps.ts'
import { type LeftWork, leftWorkJob } from '../../kernel/jobs/left-work.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { nextDue } from '../../kernel/queue.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { isOf, noticeQueue, processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

export function jobs(deps: Deps): Job[] {
  const name = deps.partners.identityCheck?.name
  const files: Job = { name: 'document-files', everyMs: 10 * 60_000, isExclusive: true, run: () => sweepFiles(deps) }
  const left = leftWorkJob(deps, 'identity-checks', leftChecks(name))
  if (name === undefined) return [files, left]
  return [
    {
      name: 'identity-webhooks',
      everyMs: 2000,
      due: nextDue(noticeQueue, isOf(name)),
      run: () => processNotices(deps),
    },
    {
      name: 'identity-checks',
      everyMs: 2000,
      due: `SELECT min(next_look_at) FROM verification.checks WHERE next_look_at IS NOT NULL AND partner = '${name}'`,
      run: () => pollIdentityChecks(deps),
    },
    files,
    left,
  ]
}

function leftChecks(name: string | undefined): LeftWork[] {
  const known = name === undefined ? [] : [name]
  const countOf = (table: string, isOpen: string) =>
    `SELECT partner AS name, count(*)::int AS count FROM verification.${table} WHERE ${isOpen} AND partner <> ALL ($1) GROUP BY 1 ORDER BY 1`
  return [
    { what: 'webhooks of an identity check', query: countOf('notices', 'processed_at IS NULL'), known },
    { what: 'open identity checks', query: countOf('checks', 'next_look_at IS NOT NULL'), known },
  ]
}
