/** Jackpots: pots that players feed with an optional side stake, and whose draws they can verify. */
import * as desk from '#contract/desk/jackpots.ts'
import * as contract from '#contract/jackpots.ts'
import { sql } from 'kysely'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { closeDeskJackpot, closingApproval, listDeskJackpots, openDeskJackpot, openingApproval } from './desk.ts'
import { invariants } from './invariants.ts'
import { joinJackpot, leaveJackpot, readOwnJackpot, revealTickets } from './own.ts'
import { payShares, sharesDue } from './pay-shares.ts'
import { listJackpots, listTickets } from './read.ts'

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

export default defineModule({
  name: 'jackpots',
  tables: ['jackpots.jackpots', 'jackpots.pairs', 'jackpots.shares', 'jackpots.tickets'],
  routes: [
    bind(contract.listJackpots, listJackpots),
    bind(contract.readOwnJackpot, readOwnJackpot),
    bind(contract.joinJackpot, joinJackpot),
    bind(contract.leaveJackpot, leaveJackpot),
    bind(contract.revealTickets, revealTickets),
    bind(contract.listTickets, listTickets),
  ],
  deskRoutes: [
    bindDesk(desk.listJackpots, listDeskJackpots),
    bindDesk(desk.openJackpot, openDeskJackpot, { secondPerson: openingApproval }),
    bindDesk(desk.closeJackpot, closeDeskJackpot, { secondPerson: closingApproval }),
  ],
  jobs: (deps) => [
    { name: 'jackpot-shares', everyMs: 1000, due: sharesDue, isExclusive: true, run: () => payShares(deps) },
  ],
  invariants,
  lifecycle,
})
