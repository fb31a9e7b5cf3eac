/** Of a player's standing: payments that are flagged, in review or open, and debts from payments. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { word } from '../../kernel/desk-words.ts'
import type { Standing } from '../../kernel/standing.ts'
import { inUnits } from '../../reference/index.ts'

const mostShown = 10

export const standing: Standing = {
  scope: 'cashier:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('payments.invoices')
      .select(['number', 'type', 'status', 'stage', 'review', 'flag', 'amount', 'currency', 'method', 'debt'])
      .select('created_at')
      .where('player_id', '=', playerId)
      .where((eb) =>
        eb.or([
          eb.and([eb('status', '=', InvoiceStatus.pending), eb('amount', 'is not', null)]),
          eb('flag', 'is not', null),
          eb('debt', '>', 0n),
        ]),
      )
      .orderBy('created_at')
      .limit(mostShown)
      .execute()
    return rows.map(({ number, type, stage, review, flag, amount, currency, method, debt, created_at }) => {
      const isWithdrawal = type === InvoiceType.withdrawal
      const owed = debt > 0n
      const what = owed ? 'debt' : flag ? 'flagged' : isWithdrawal ? 'withdrawal' : 'deposit'
      const shown = owed ? debt : amount
      return {
        level: owed || flag ? 'urgent' : review === 'open' ? 'waiting' : 'fact',
        what,
        detail: [number, method, flag ?? word(review === 'open' ? 'review' : stage)],
        amount: shown === null ? null : inUnits(shown, currency),
        since: created_at,
        path: `${flag ? '/flagged' : isWithdrawal ? '/withdrawals' : '/payments'}/${number}`,
      }
    })
  },
}
