/** Conditions on limits and the ledger together, each a query that returns no row. */
import type { Invariant } from '../../ledger/invariants.ts'

export const invariants: Invariant[] = [
  {
    name: 'deposits counted towards limits are those that were credited, with their amounts',
    sql: `SELECT invoice.id, invoice.status, invoice.amount, counted.amount AS counted, counted.is_credited FROM payments.invoices AS invoice
      LEFT JOIN limits.deposits AS counted ON counted.invoice_id = invoice.id
      WHERE invoice.type = 1 AND invoice.created_at >= (SELECT min(at) FROM limits.deposits)
        AND CASE invoice.status
          WHEN 2 THEN (counted.is_credited AND counted.amount = invoice.amount AND counted.released_at IS NULL) IS NOT TRUE
          WHEN 3 THEN counted.invoice_id IS NOT NULL AND (NOT counted.is_credited AND (counted.released_at IS NOT NULL
            OR EXISTS (SELECT FROM payments.cancellations AS asked WHERE asked.invoice_id = invoice.id AND asked.ended_at IS NULL))) IS NOT TRUE
          ELSE counted.is_credited END`,
  },
]
