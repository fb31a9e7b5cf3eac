/** Conditions on rakeback, each a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'rakeback that is marked as claimed was granted, claim by claim',
    sql: `SELECT player_id, currency, held.claimed, granted.amount FROM rewards.rakebacks AS held
      FULL JOIN (SELECT player_id, currency, sum(amount) AS amount, count(*) AS claims FROM rewards.grants WHERE source = 'rakeback' GROUP BY 1, 2) AS granted
        USING (player_id, currency)
      WHERE coalesce(held.claimed, 0) <> coalesce(granted.amount, 0) OR coalesce(held.claims, 0) <> coalesce(granted.claims, 0)`,
  },
]
