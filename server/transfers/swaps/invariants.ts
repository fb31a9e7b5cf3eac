/** Conditions between swaps and the ledger, each a query that must return no row. */
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'a confirmed swap was taken once and credited once, in the amounts of its quote; another quote moved nothing',
    sql: `WITH posted AS (
        SELECT movement.reference_id, account.player_id,
          count(*) FILTER (WHERE kind = 'swap-out') AS outs, count(*) FILTER (WHERE kind = 'swap-in') AS ins,
          min(CASE kind WHEN 'swap-out' THEN -entry.amount END) AS taken, min(CASE kind WHEN 'swap-in' THEN entry.amount END) AS credited,
          min(CASE kind WHEN 'swap-out' THEN account.currency END) AS source, min(CASE kind WHEN 'swap-in' THEN account.currency END) AS target
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
        JOIN ledger.accounts AS account ON account.id = entry.account_id AND account.player_id IS NOT NULL
        WHERE movement.kind IN ('swap-out', 'swap-in') GROUP BY 1, 2
      ) SELECT swap.id, posted.* FROM wallet.swaps AS swap FULL JOIN posted ON posted.reference_id = swap.id::text AND posted.player_id = swap.player_id
      WHERE CASE WHEN swap.confirmed_at IS NULL THEN posted.reference_id IS NOT NULL ELSE
        (posted.outs = 1 AND posted.ins = 1 AND posted.taken = swap.from_amount AND posted.credited = swap.to_amount
          AND posted.source = swap.from_currency AND posted.target = swap.to_currency) IS NOT TRUE END`,
  },
]
