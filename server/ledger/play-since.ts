/**
 * Stakes on sports since a movement, and what was paid for those bets so far: beside rounds, the rest of a net result.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

export type SportsPlay = { currency: string; staked: bigint; won: bigint }

/** A returned stake counts as none. Of a free bet only the payout counts: its stake is the operator's. */
export async function sumSportsPlay(
  db: Kysely<Tables>,
  { playerId, after }: { playerId: string; after: bigint },
): Promise<SportsPlay[]> {
  const { rows } = await sql<SportsPlay>`
    SELECT wallet.currency, coalesce(-sum(entry.amount) FILTER (WHERE movement.kind IN ('sports-bet', 'sports-bet-returned')), 0)::bigint AS staked,
      coalesce(sum(entry.amount) FILTER (WHERE movement.kind NOT IN ('sports-bet', 'sports-bet-returned')), 0)::bigint AS won
    FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 1) AS bucket
    JOIN ledger.entries AS entry ON entry.account_id = wallet.first_account_id + bucket AND entry.balance_after IS NOT NULL AND entry.movement_id > ${after}
    JOIN ledger.movements AS movement ON movement.id = entry.movement_id AND movement.reference_kind = 'bet'
    WHERE wallet.player_id = ${playerId} AND EXISTS (
      SELECT FROM ledger.movements AS placed WHERE placed.reference_id = movement.reference_id AND placed.reference_kind <> 'round'
        AND placed.kind IN ('sports-bet', 'sports-free-bet') AND placed.id > ${after})
    GROUP BY wallet.currency ORDER BY wallet.currency`.execute(db)
  return rows
}

/** The player's last movement of money; 0 without one. */
export async function newestMovement(db: Kysely<Tables>, playerId: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT coalesce(max(newest.id), 0)::bigint AS id FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 1) AS bucket
    CROSS JOIN LATERAL (SELECT movement_id AS id FROM ledger.entries
      WHERE account_id = wallet.first_account_id + bucket AND balance_after IS NOT NULL ORDER BY movement_id DESC LIMIT 1) AS newest
    WHERE wallet.player_id = ${playerId}`.execute(db)
  return rows[0]!.id
}
