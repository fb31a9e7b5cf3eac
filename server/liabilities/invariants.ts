/** Conditions on published reports, each a query that returns no row. */
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'the balances of a published report sum to its total',
    sql: `SELECT tree.report, tree.currency, tree.total, coalesce(own.amount, 0) AS balances FROM liabilities.trees AS tree
      JOIN (SELECT DISTINCT report, currency FROM liabilities.levels) AS kept USING (report, currency)
      LEFT JOIN (SELECT report, currency, sum(amount) AS amount FROM liabilities.leaves GROUP BY 1, 2) AS own USING (report, currency)
      WHERE tree.total <> coalesce(own.amount, 0)`,
  },
  {
    name: 'the audit log still has each seal that a published report names',
    sql: `SELECT number AS report, named[1] AS seal FROM liabilities.reports
      CROSS JOIN LATERAL regexp_match(statement, '^audit seal (\\d+) ([0-9a-f]{64})$', 'n') AS named
      WHERE named IS NOT NULL AND NOT EXISTS (SELECT FROM identity.audit_seals AS seal
        WHERE seal.number = named[1]::integer AND encode(seal.digest, 'hex') = named[2])`,
  },
]
