/** Conditions on invoices and the ledger together, each a query that returns no row. */
import { PlayerStatus } from '#contract/identity.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Invariant } from '../ledger/index.ts'

/**
 * Movements of an invoice by kind: their number, and the sums credited to and debited from the player's cash and held
 * accounts.
 */
const posted = `SELECT reference_id, kind, count(*) AS times, sum(entry.amount) AS amount FROM ledger.movements AS movement
  LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
  WHERE reference_kind = 'invoice' GROUP BY 1, 2`

export const invariants: Invariant[] = [
  {
    name: 'a withdrawal in review or flagged is held for a reason that its player sees; one that is not pending is not held',
    sql: `SELECT invoice.number, invoice.status, invoice.review, invoice.flag, hold.reasons FROM payments.invoices AS invoice
      LEFT JOIN payments.holds AS hold ON hold.invoice_id = invoice.id AND hold.ended_at IS NULL
      WHERE invoice.type = ${InvoiceType.withdrawal} AND CASE WHEN invoice.status <> ${InvoiceStatus.pending} THEN hold.id IS NOT NULL
        WHEN invoice.review = 'open' THEN (hold.reasons @> invoice.review_reasons) IS NOT TRUE
        ELSE invoice.flag IS NOT NULL AND (hold.reasons @> ARRAY['report']) IS NOT TRUE END`,
  },
  {
    name: 'the turns of a hold follow each other from its beginning to its end, and its clock stands only while the player has to act',
    sql: `WITH turns AS (SELECT hold_id, min(began_at) AS began_at, count(*) FILTER (WHERE ended_at IS NULL) AS open,
          max(ended_at) AS ended_at, bool_or(began_at <> before) AS has_gap, max(holder) FILTER (WHERE ended_at IS NULL) AS holder
        FROM (SELECT *, lag(ended_at) OVER (PARTITION BY hold_id ORDER BY id) AS before FROM payments.hold_turns) AS turn GROUP BY hold_id)
      SELECT hold.id, hold.began_at, hold.ended_at, turns.* FROM payments.holds AS hold LEFT JOIN turns ON turns.hold_id = hold.id
      WHERE (turns.began_at = hold.began_at AND turns.has_gap IS NOT TRUE AND CASE WHEN hold.ended_at IS NULL
        THEN turns.open = 1 AND (hold.promised_by IS NOT NULL OR turns.holder = 'player') AND (hold.promised_by IS NULL OR turns.holder <> 'player'
          OR hold.outcome = 'broken' OR hold.promised_by < (SELECT max(ended_at) FROM payments.hold_turns AS turn WHERE turn.hold_id = hold.id))
        ELSE turns.open = 0 END) IS NOT TRUE`,
  },
  {
    name: 'a promise that was broken and has a compensation was paid once, of its amount, and each such movement is one',
    sql: `SELECT hold.id, hold.outcome, hold.compensation, posted.idempotency_key, posted.times, posted.amount FROM payments.holds AS hold
      FULL JOIN (SELECT movement.idempotency_key, count(*) AS times, sum(entry.amount) AS amount FROM ledger.movements AS movement
        JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id AND account.player_id IS NOT NULL
        WHERE movement.kind = 'payout-compensation' GROUP BY 1) AS posted ON posted.idempotency_key = 'payout-compensation:' || hold.id
      WHERE CASE WHEN hold.compensation IS NULL THEN posted.times IS NOT NULL ELSE (posted.times = 1 AND posted.amount = hold.compensation) IS NOT TRUE END`,
  },
  {
    name: 'an adjustment by an operator has one movement, of its amount, and each such movement is one',
    sql: `SELECT adjusted.id, adjusted.amount, posted.idempotency_key, posted.amount AS posted FROM payments.adjustments AS adjusted
      FULL JOIN (SELECT movement.idempotency_key, sum(entry.amount) AS amount FROM ledger.movements AS movement
        JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id AND account.player_id IS NOT NULL
        WHERE movement.kind IN ('adjustment-credit', 'adjustment-debit') GROUP BY movement.id) AS posted ON posted.idempotency_key = adjusted.id::text
      WHERE (posted.amount = adjusted.amount) IS NOT TRUE`,
  },
  {
    name: 'a closed player has neither money nor open invoices, except late payouts of sports bets',
    sql: `SELECT player.id, wallet.currency, wallet.cash, wallet.bonus, wallet.held, wallet.vault, invoice.number FROM identity.players AS player
      LEFT JOIN wallet.accounts AS wallet ON wallet.player_id = player.id AND wallet.cash + wallet.bonus + wallet.held + wallet.vault > 0
      LEFT JOIN payments.invoices AS invoice ON invoice.player_id = player.id AND invoice.status = ${InvoiceStatus.pending}
      WHERE player.status = ${PlayerStatus.closed} AND (invoice.id IS NOT NULL OR wallet.id IS NOT NULL AND (wallet.bonus + wallet.held + wallet.vault > 0
        OR NOT EXISTS (SELECT FROM sports.late_payouts AS late WHERE late.player_id = player.id AND late.currency = wallet.currency)))`,
  },
  {
    name: 'a deposit is successful if and only if it has exactly one credit, of its amount',
    sql: `WITH posted AS (${posted}) SELECT invoice.id, invoice.status, invoice.amount, posted.times, posted.amount AS credited
      FROM payments.invoices AS invoice LEFT JOIN posted ON posted.reference_id = invoice.id::text AND posted.kind = 'deposit'
      WHERE invoice.type = ${InvoiceType.deposit} AND CASE invoice.status WHEN ${InvoiceStatus.success} THEN (posted.times = 1 AND posted.amount = invoice.amount) IS NOT TRUE ELSE posted.times > 0 END`,
  },
  {
    name: 'the held balance of a wallet is the sum of its open withdrawals',
    sql: `SELECT wallet.id, wallet.held, coalesce(sum(invoice.amount), 0) AS open FROM wallet.accounts AS wallet
      LEFT JOIN payments.invoices AS invoice ON invoice.type = ${InvoiceType.withdrawal} AND invoice.status = ${InvoiceStatus.pending} AND invoice.account_id = wallet.id
      GROUP BY wallet.id HAVING wallet.held <> coalesce(sum(invoice.amount), 0)`,
  },
  {
    name: 'a withdrawal was held once; a closed one was paid once or returned once, an open one neither',
    sql: `WITH posted AS (${posted}), counted AS (
        SELECT invoice.id, invoice.status, invoice.amount,
          coalesce(sum(posted.times) FILTER (WHERE kind = 'withdrawal-hold' AND posted.amount = invoice.amount), 0) AS held,
          coalesce(sum(posted.times) FILTER (WHERE kind = 'withdrawal-paid'), 0) AS paid,
          coalesce(sum(posted.times) FILTER (WHERE kind = 'withdrawal-returned'), 0) AS returned
        FROM payments.invoices AS invoice LEFT JOIN posted ON posted.reference_id = invoice.id::text
        WHERE invoice.type = ${InvoiceType.withdrawal} GROUP BY invoice.id
      ) SELECT * FROM counted WHERE held <> 1 OR (status, paid, returned) NOT IN ((${InvoiceStatus.pending}, 0, 0), (${InvoiceStatus.success}, 1, 0), (${InvoiceStatus.failed}, 0, 1))`,
  },
  {
    name: "a payment partner's payment belongs to one invoice of its kind",
    sql: 'SELECT partner, external_id, type FROM payments.invoices WHERE external_id IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1',
  },
  {
    name: 'a final invoice never changed its final state',
    sql: `SELECT invoice.id, invoice.number, invoice.status, invoice.stage, step.stage AS ended FROM payments.invoices AS invoice
      LEFT JOIN payments.invoice_events AS step ON step.invoice_id = invoice.id AND step.stage IN ('paid', 'declined', 'expired', 'failed', 'returned')
      WHERE CASE WHEN step.id IS NULL THEN invoice.status <> ${InvoiceStatus.pending} ELSE (step.stage = invoice.stage AND invoice.status = CASE step.stage WHEN 'paid' THEN ${InvoiceStatus.success} ELSE ${InvoiceStatus.failed} END) IS NOT TRUE END`,
  },
  {
    name: 'the flag of an invoice is recorded until an operator has settled it',
    sql: `SELECT invoice.id, invoice.flag, raised.flag AS raised FROM payments.invoices AS invoice LEFT JOIN payments.flags AS raised ON raised.invoice_id = invoice.id AND raised.settled_at IS NULL
      WHERE invoice.flag IS DISTINCT FROM raised.flag`,
  },
  {
    name: 'what players owe for payments is the balance of its account',
    sql: `SELECT coalesce(owed.currency, booked.currency) AS currency, owed.debt, booked.balance FROM (
        SELECT currency, sum(debt) AS debt FROM payments.invoices WHERE debt > 0 GROUP BY 1) AS owed
      FULL JOIN (SELECT currency, sum(balance) AS balance FROM ledger.balances WHERE address LIKE 'house:payment-debts:%' GROUP BY 1) AS booked
        ON booked.currency = owed.currency
      WHERE coalesce(owed.debt, 0) <> -coalesce(booked.balance, 0)`,
  },
  {
    name: 'the suspense account equals the sum of the open flags',
    sql: `SELECT kept.address, coalesce(kept.balance, 0) AS balance, coalesce(waiting.amount, 0) AS waiting
      FROM (SELECT address, currency, balance FROM ledger.balances WHERE address LIKE 'house:suspense:%') AS kept
      FULL JOIN (SELECT currency, sum(amount) AS amount FROM payments.flags WHERE is_suspended AND settled_at IS NULL GROUP BY 1) AS waiting USING (currency)
      WHERE coalesce(kept.balance, 0) <> coalesce(waiting.amount, 0)`,
  },
  {
    name: 'a settled flag was posted once, and a dismissed one was not',
    sql: `SELECT settled.id, settled.invoice_id, settled.decision, booked.id AS movement FROM payments.flags AS settled
      LEFT JOIN ledger.movements AS booked ON booked.actor = 'operator' AND booked.idempotency_key = 'flag:' || settled.id
      WHERE (booked.id IS NOT NULL) <> (settled.decision IS NOT NULL AND settled.decision <> 'dismiss')`,
  },
]
