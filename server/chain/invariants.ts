/** Invariants of the chain's records, the invoices and the ledger together, each as a query that returns no row. */
import { InvoiceStatus } from '#contract/payments.ts'
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'a confirmed transfer on a chain was posted once, as a credit or to suspense, with its amount',
    sql: `SELECT transfer.id, transfer.tx_hash, transfer.amount, count(movement.id) AS times, sum(entry.amount) AS booked FROM chain.transfers AS transfer
      JOIN payments.invoices AS invoice ON invoice.id = transfer.invoice_id OR invoice.late_of = transfer.invoice_id
      LEFT JOIN ledger.movements AS movement ON movement.reference_kind = 'invoice' AND movement.reference_id = invoice.id::text AND movement.kind IN ('deposit', 'deposit-suspense')
        AND movement.actor <> 'operator'
      LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
      WHERE transfer.reported = 'confirmed' GROUP BY transfer.id HAVING count(movement.id) <> 1 OR sum(entry.amount) <> transfer.amount`,
  },
  {
    name: 'a payout on a chain ended as its withdrawal did, with its amount',
    sql: `SELECT payout.invoice_id, payout.state, invoice.status FROM chain.payouts AS payout JOIN payments.invoices AS invoice ON invoice.id = payout.invoice_id
      WHERE payout.reported = payout.state AND CASE payout.state WHEN 'paid' THEN invoice.status <> ${InvoiceStatus.success} OR invoice.amount <> payout.amount WHEN 'signed' THEN invoice.status <> ${InvoiceStatus.pending} WHEN 'odd' THEN invoice.status <> ${InvoiceStatus.pending} AND NOT EXISTS (SELECT FROM payments.flags WHERE invoice_id = invoice.id AND settled_at IS NOT NULL) ELSE invoice.status <> ${InvoiceStatus.failed} END`,
  },
]
