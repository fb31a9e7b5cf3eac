/** Conditions on limits and the ledger together, each a query that returns no row. */
import { LimitDefinition } from '#contract/limits.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'deposits counted towards limits are those that were credited, with their amounts',
    sql: `SELECT invoice.id, invoice.status, invoice.amount, counted.amount AS counted, counted.is_credited FROM payments.invoices AS invoice
      LEFT JOIN limits.deposits AS counted ON counted.invoice_id = invoice.id
      WHERE invoice.type = ${InvoiceType.deposit} AND invoice.created_at >= (SELECT min(at) FROM limits.deposits)
        AND CASE invoice.status
          WHEN ${InvoiceStatus.success} THEN (counted.is_credited AND counted.amount = invoice.amount AND counted.released_at IS NULL) IS NOT TRUE
          WHEN ${InvoiceStatus.failed} THEN counted.invoice_id IS NOT NULL AND (NOT counted.is_credited AND (counted.released_at IS NOT NULL
            OR EXISTS (SELECT FROM payments.cancellations AS cancellation WHERE cancellation.invoice_id = invoice.id AND cancellation.ended_at IS NULL))) IS NOT TRUE
          ELSE counted.is_credited END`,
  },
  {
    name: 'stakes and losses counted towards limits are those of the ledger since the period began',
    sql: `SELECT own.id, own.definition, wallet.currency, counted.amount AS counted, coalesce(posted.amount, 0) AS posted FROM limits.limits AS own
      JOIN wallet.accounts AS wallet ON wallet.player_id = own.player_id
      CROSS JOIN LATERAL (SELECT CASE own.definition WHEN ${LimitDefinition.bet} THEN wallet.staked ELSE wallet.lost END - coalesce((own.counted_from ->> wallet.currency)::numeric, 0) AS amount) AS counted
      LEFT JOIN LATERAL (
        SELECT sum(-entry.amount) AS amount FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
        WHERE movement.wallet_id = wallet.id AND movement.id > own.after_movement
          AND entry.account_id BETWEEN wallet.first_account_id AND wallet.first_account_id + CASE own.definition WHEN ${LimitDefinition.bet} THEN 1 ELSE 0 END
          AND (movement.kind = 'bet' AND NOT EXISTS (SELECT FROM ledger.rollbacks AS undone WHERE undone.bet_movement_id = movement.id)
            OR movement.kind = 'sports-bet' AND NOT EXISTS (SELECT FROM ledger.movements AS returned
              WHERE returned.reference_id = movement.reference_id AND returned.reference_kind <> 'round' AND returned.kind = 'sports-bet-returned')
            OR movement.kind = 'tournament-entry' AND NOT EXISTS (SELECT FROM ledger.movements AS returned
              WHERE returned.wallet_id = movement.wallet_id AND returned.reference_id = movement.reference_id AND returned.kind = 'tournament-entry-returned')
            OR movement.kind = 'jackpot-stake' AND EXISTS (SELECT FROM jackpots.tickets AS ticket WHERE ticket.movement_id = movement.id AND ticket.state <> 'returned')
            OR own.definition = ${LimitDefinition.loss} AND movement.kind IN ('win', 'sports-settled', 'sports-cashed-out', 'sports-voided', 'sports-corrected', 'sports-debt-paid', 'jackpot-won'))
      ) AS posted ON true
      LEFT JOIN LATERAL (
        SELECT sum(bet.stake - bet.cashed_out_stake) AS stake FROM sports.bets AS bet WHERE own.definition = ${LimitDefinition.bet} AND bet.player_id = wallet.player_id
          AND bet.currency = wallet.currency AND bet.status = 'voided' AND bet.free_bet_id IS NULL AND bet.movement_id > own.after_movement
      ) AS void ON true
      WHERE own.definition IN (${LimitDefinition.bet}, ${LimitDefinition.loss}) AND own.removed_at IS NULL AND own.after_movement IS NOT NULL AND counted.amount <> coalesce(posted.amount, 0) - coalesce(void.stake, 0)`,
  },
]
