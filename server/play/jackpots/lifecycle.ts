/** Personal data of this module. */
import { sql } from 'kysely'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  /** A share that is about to be paid. */
  keepsOpen: async (tx, playerId) =>
    (await tx
      .selectFrom('jackpots.shares')
      .select('jackpot_id')
      .where('player_id', '=', playerId)
      .where('paid_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined,
  sections: {
    jackpotTickets: async ({ db }, playerId) => {
      const { rows } = await sql<Record<string, unknown>>`
        SELECT ticket.round_id, ticket.studio, ticket.game_id, ticket.currency, ticket.jackpot_id, ticket.side_stake, ticket.state,
          ticket.number, ticket.nonce, pair.number AS pair, ticket.pots, ticket.drawn, ticket.won, ticket.ended_at
        FROM jackpots.tickets AS ticket JOIN jackpots.pairs AS pair ON pair.id = ticket.pair_id
        WHERE ticket.player_id = ${playerId} ORDER BY ticket.movement_id DESC LIMIT ${recordLimit}`.execute(db.kysely)
      return rows
    },
    jackpotShares: ({ db }, playerId) =>
      db.kysely
        .selectFrom('jackpots.shares')
        .select(['jackpot_id', 'staked', 'amount', 'paid_at', 'is_forfeited'])
        .where('player_id', '=', playerId)
        .execute(),
  },
}
