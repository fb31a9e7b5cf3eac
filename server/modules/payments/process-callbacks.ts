/** Works the inbox off: each stored notice in a transaction of its own, several processes side by side. */
import type { Tx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { PartnerReport } from '../../partners/payments/port.ts'
import { partnerNamed } from './internal/partner-of.ts'
import { settleDeposit } from './settle-deposit.ts'
import { settlePayout } from './settle-payout.ts'

/** Resolves when nothing is due any more. */
export async function processCallbacks(deps: Deps): Promise<void> {
  for (;;) {
    const claimed: { id?: bigint } = {}
    try {
      if (!(await deps.db.transaction((tx) => processNext(deps, tx, claimed)))) return
    } catch (error) {
      if (claimed.id === undefined) throw error
      deps.log.error({ err: error, callback: String(claimed.id) }, 'a payment notice could not be worked on')
      await postpone(deps, claimed.id)
    }
  }
}

async function processNext(deps: Deps, tx: Tx, claimed: { id?: bigint }): Promise<boolean> {
  const row = await tx.selectFrom('payments.callbacks').select(['id', 'partner', 'body'])
    .where('processed_at', 'is', null).where('next_attempt_at', '<=', deps.clock.now()).orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()
  if (!row) return false
  claimed.id = row.id
  const report = partnerNamed(deps, row.partner)?.readNotice(row.body)?.report
  const outcome = report ? await applyReport(deps, tx, row.partner, report) : 'unreadable'
  if (!report) deps.log.warn({ callback: String(row.id) }, 'a signed payment notice makes no sense')
  await tx.updateTable('payments.callbacks').set({ processed_at: deps.clock.now(), outcome }).where('id', '=', row.id).execute()
  return true
}

/** A notice and an answer to an inquiry say the same thing and are worked on the same way. */
export function applyReport(deps: Deps, tx: Tx, partner: string, report: PartnerReport): Promise<string> {
  return report.subject === 'payment' ? settleDeposit(deps, tx, partner, report) : settlePayout(deps, tx, partner, report)
}

async function postpone(deps: Deps, id: bigint): Promise<void> {
  const { attempts } = await deps.db.kysely.updateTable('payments.callbacks').set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', id).returning('attempts').executeTakeFirstOrThrow()
  const waitMs = Math.min(300_000, 1000 * 2 ** Math.min(attempts, 10))
  await deps.db.kysely.updateTable('payments.callbacks').set({ next_attempt_at: new Date(deps.clock.now().getTime() + waitMs) }).where('id', '=', id).execute()
}
