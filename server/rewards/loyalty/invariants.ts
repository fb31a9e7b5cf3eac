/** Conditions on points and levels, each a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: "a player's points are the sum of the months in which they were earned",
    sql: `SELECT player_id, account.earned, months.earned AS by_month FROM rewards.loyalty_accounts AS account
      FULL JOIN (SELECT player_id, sum(earned) AS earned FROM rewards.loyalty_months GROUP BY 1) AS months USING (player_id)
      WHERE coalesce(account.earned, 0) <> coalesce(months.earned, 0)`,
  },
  {
    name: 'a player was at each level below the present one, and its rewards are granted once it is marked so',
    sql: `SELECT player_id, level FROM rewards.loyalty_accounts AS account
      WHERE level > 1 + (SELECT count(*) FROM rewards.loyalty_rises AS rise WHERE rise.player_id = account.player_id AND rise.level <= account.level)
      UNION ALL SELECT player_id, level FROM rewards.loyalty_rises AS rise WHERE granted_at IS NULL
        AND EXISTS (SELECT FROM rewards.grants WHERE source = 'level' AND source_id = rise.level::text AND grants.player_id = rise.player_id)`,
  },
]
