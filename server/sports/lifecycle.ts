/** Personal data of bets, which also keep an account open: an open bet, or a debt that is not cleared. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    sportsBets: ({ db }, playerId) =>
      db.kysely
        .selectFrom('sports.bets')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('placed_at', 'desc')
        .limit(recordLimit)
        .execute(),
    freeBets: ({ db }, playerId) =>
      db.kysely
        .selectFrom('sports.free_bets')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    latePayouts: ({ db }, playerId) =>
      db.kysely.selectFrom('sports.late_payouts').selectAll().where('player_id', '=', playerId).execute(),
    sportsDecisions: ({ db }, playerId) =>
      db.kysely
        .selectFrom('sports.decisions as decision')
        .innerJoin('sports.bets as bet', 'bet.id', 'decision.bet')
        .select([
          'bet.bet_id',
          'decision.sequence',
          'decision.call',
          'decision.payout',
          'decision.open_stake',
          'decision.is_applied',
          'decision.reason',
          'decision.at',
        ])
        .where('bet.player_id', '=', playerId)
        .orderBy('decision.at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('sports.bets')
      .select('id')
      .where('player_id', '=', playerId)
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('debt', '>', 0n)]))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}
