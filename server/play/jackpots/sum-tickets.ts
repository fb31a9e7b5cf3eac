/** Side stakes of tickets since a movement, and what they won: beside rounds and sports bets, a part of a net result. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

export type TicketSums = { currency: string; staked: bigint; won: bigint; open: bigint }

/** A returned side stake counts as none. */
export async function sumTickets(
  db: Kysely<Tables>,
  { playerId, after }: { playerId: string; after: bigint },
): Promise<TicketSums[]> {
  const { rows } = await sql<TicketSums>`
    SELECT currency, sum(side_stake)::bigint AS staked,
      coalesce(sum((SELECT sum(prize) FROM unnest(won) AS prize)), 0)::bigint AS won,
      coalesce(sum(side_stake) FILTER (WHERE state = 'open'), 0)::bigint AS open
    FROM jackpots.tickets WHERE player_id = ${playerId} AND movement_id > ${after} AND state <> 'returned'
    GROUP BY currency ORDER BY currency`.execute(db)
  return rows
}
