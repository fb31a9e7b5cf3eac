/**
 * Processes stored webhooks, each in its own transaction, in several processes at once. A process without the partner
 * that sent one, such as an old process during a release, leaves it to the others.
 */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { NoticeQuestion, PartnerNotice, PartnerReport } from '../../../partners/payments/port.ts'
import { retryDelayMs } from '../../../platform/retry-delay.ts'
import { areValuesStorable } from '../../../platform/storable.ts'
import { namesOfPartners, partnerNamed } from '../internal/partner-of.ts'
import { settleDeposit } from '../deposits/settle-deposit.ts'
import { settlePayout } from '../payouts/settle-payout.ts'

/** Lease of the process that asks the partner for a webhook's details; after it another one may ask. */
const leaseMs = 30_000
const longestRetryMs = 300_000
type Claimed = { id?: bigint }
type Asked = { id: bigint; partner: string; question: NoticeQuestion }

/** Resolves when nothing is due any more. */
export async function processWebhooks(deps: Deps): Promise<void> {
  for (;;) {
    const claimed: Claimed = {}
    try {
      const next = await deps.db.transaction((tx) => processNext(deps, tx, claimed))
      if (next === null) return
      if (next !== 'done') await answer(deps, next)
    } catch (error) {
      if (claimed.id === undefined) throw error
      deps.log.error({ err: error, callback: String(claimed.id) }, 'a payment webhook could not be processed')
      await postpone(deps, claimed.id)
    }
  }
}

/** Null for a webhook that is not understood, or whose values could not be stored: it would fail for ever. */
export function readNotice(deps: Pick<Deps, 'partners'>, partner: string, body: string): PartnerNotice | null {
  return areValuesStorable(body) ? (partnerNamed(deps, partner)?.readNotice(body) ?? null) : null
}

/** Null if nothing is due; a question if the partner must be asked outside the transaction. */
async function processNext(deps: Deps, tx: Tx, claimed: Claimed): Promise<Asked | 'done' | null> {
  const now = deps.clock.now()
  const row = await tx
    .selectFrom('payments.callbacks')
    .select(['id', 'partner', 'body'])
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where((of) => of('partner', '=', of.fn.any(of.val(namesOfPartners(deps)))))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  claimed.id = row.id
  const notice = readNotice(deps, row.partner, row.body)
  if (notice?.question) {
    await tx
      .updateTable('payments.callbacks')
      .set({ next_attempt_at: new Date(now.getTime() + leaseMs) })
      .where('id', '=', row.id)
      .execute()
    return { id: row.id, partner: row.partner, question: notice.question }
  }
  const report = notice?.report
  const outcome = report ? await applyReport(deps, tx, row.partner, report) : 'unreadable'
  if (!report) deps.log.warn({ callback: String(row.id) }, 'a signed payment webhook is unreadable')
  await close(deps, tx, row.id, outcome)
  return 'done'
}

/** The partner's answer is processed like a webhook with the same content. */
async function answer(deps: Deps, { id, partner, question }: Asked): Promise<void> {
  const answered = await partnerNamed(deps, partner)!.answerQuestion!(question)
  if (!answered.ok) return postpone(deps, id)
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

async function postpone(deps: Deps, id: bigint): Promise<void> {
  const { attempts } = await deps.db.kysely
    .updateTable('payments.callbacks')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  const waitMs = retryDelayMs(attempts, longestRetryMs)
  await deps.db.kysely
    .updateTable('payments.callbacks')
    .set({ next_attempt_at: new Date(deps.clock.now().getTime() + waitMs) })
    .where('id', '=', id)
    .execute()
}
