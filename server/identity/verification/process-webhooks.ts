/** Processes stored webhooks, each in a transaction of its own, in several processes in parallel. */
import type { Deps, Tx } from '../../deps.ts'
import { namesInSql } from '../../kernel/jobs/left-work.ts'
import { type Queue, workOffInTransactions } from '../../kernel/queue.ts'
import type { IdentityCheck } from '../../partners/identity-check/port.ts'
import { areValuesStorable } from '../../kernel/storable.ts'
import { applyReport } from './apply-report.ts'

export const noticeQueue: Queue<Row> = {
  table: 'verification.notices',
  key: 'id',
  waits: 'processed_at IS NULL',
  order: 'id',
  leaseMs: 30_000,
  batch: 1,
  longestRetryMs: 300_000,
}
type Row = { id: bigint; partner: string; body: string }

/** Resolves when none is due any more. */
export async function processNotices(deps: Deps): Promise<void> {
  const { identityCheck } = deps.partners
  if (!identityCheck) return
  await workOffInTransactions(
    deps,
    noticeQueue,
    isOf(identityCheck.name),
    (tx, row) => processRow(deps, tx, identityCheck, row),
    (error, id) =>
      deps.log.error({ err: error, notice: String(id) }, 'a webhook of the identity check could not be processed'),
  )
}

/** SQL: a condition on a row of a partner. */
export const isOf = (partner: string): string => `partner = ANY (${namesInSql([partner])})`

/** Null for a webhook that cannot be read, or whose values cannot be stored: processing it would fail every time. */
export function readNotice(check: IdentityCheck, body: string): ReturnType<IdentityCheck['readNotice']> {
  return areValuesStorable(body) ? check.readNotice(body) : null
}

async function processRow(deps: Deps, tx: Tx, identityCheck: IdentityCheck, row: Row): Promise<void> {
  const notice = readNotice(identityCheck, row.body)
  const outcome = notice
    ? notice.report
      ? await applyReport(deps, tx, row.partner, notice.report)
      : 'ignored'
    : 'unreadable'
  if (!notice) deps.log.warn({ notice: String(row.id) }, 'a signed webhook of the identity check is unreadable')
  await tx
    .updateTable('verification.notices')
    .set({ processed_at: deps.clock.now(), outcome })
    .where('id', '=', row.id)
    .execute()
}
