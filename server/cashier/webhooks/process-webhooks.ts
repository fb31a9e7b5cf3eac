/**
 * Processes stored webhooks, each in its own transaction, in several processes at once. A process without the partner
 * that sent one, such as an old process during a release, leaves it to the others.
 */
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { postponeFailed, type Queue, workOffInTransactions } from '../../kernel/queue.ts'
import type { NoticeQuestion, PartnerNotice, PartnerReport } from '../../partners/payments/port.ts'
import { areValuesStorable } from '../../kernel/storable.ts'
import { isKnownPartner, partnerNamed } from '../internal/partner-of.ts'
import { settleDeposit } from '../deposits/settle-deposit.ts'
import { settlePayout } from '../payouts/settle-payout.ts'

/** In the order of their arrival. The lease is that of the process that asks the partner for a webhook's details. */
export const webhookQueue: Queue<Row> = {
  table: 'payments.callbacks',
  key: 'id',
  waits: 'processed_at IS NULL',
  order: 'id',
  leaseMs: 30_000,
  batch: 1,
  longestRetryMs: 300_000,
}
type Row = { id: bigint; partner: string; body: string }
type StoredNotice = { id: bigint; partner: string; question: NoticeQuestion }

/** Resolves when nothing is due any more. */
export function processWebhooks(deps: Deps): Promise<void> {
  return workOffInTransactions(
    deps,
    webhookQueue,
    isKnownPartner(deps, 'partner'),
    (tx, row) => processRow(deps, tx, row),
    (error, id) => deps.log.error({ err: error, callback: String(id) }, 'a payment webhook could not be processed'),
  )
}

/** Null for a webhook that is not understood, or whose values could not be stored: it would fail for ever. */
export function readNotice(deps: Deps, partner: string, body: string): PartnerNotice | null {
  return areValuesStorable(body) ? (partnerNamed(deps, partner)?.readNotice(body) ?? null) : null
}

/** Returns what remains if the partner must be asked, which is done outside the transaction. */
async function processRow(deps: Deps, tx: Tx, row: Row): Promise<(() => Promise<void>) | undefined> {
  const notice = readNotice(deps, row.partner, row.body)
  const question = notice?.question
  if (question) return () => answer(deps, { id: row.id, partner: row.partner, question })
  const report = notice?.report
  const outcome = report ? await applyReport(deps, tx, row.partner, report) : 'unreadable'
  if (!report) deps.log.warn({ callback: String(row.id) }, 'a signed payment webhook is unreadable')
  await close(deps, tx, row.id, outcome)
}

/** The partner's answer is processed like a webhook with the same content. */
async function answer(deps: Deps, { id, partner, question }: StoredNotice): Promise<void> {
  const answered = await partnerNamed(deps, partner)!.answerQuestion!(question)
  if (!answered.ok) return postponeFailed(deps, webhookQueue, id)
  const report = answered.value
  await deps.db.transaction(async (tx) => {
    const open = await tx
      .selectFrom('payments.callbacks')
      .select('id')
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (open) await close(deps, tx, id, report ? await applyReport(deps, tx, partner, report) : 'nothing of ours')
  })
}

async function close(deps: Deps, tx: Tx, id: bigint, outcome: string): Promise<void> {
  await tx
    .updateTable('payments.callbacks')
    .set({ processed_at: deps.clock.now(), outcome })
    .where('id', '=', id)
    .execute()
}

/** Webhooks and answers to status requests have the same content and are processed alike. */
export function applyReport(deps: Deps, tx: Tx, partner: string, report: PartnerReport): Promise<string> {
  return report.subject === 'payment'
    ? settleDeposit(deps, tx, partner, report)
    : settlePayout(deps, tx, partner, report)
}
