/** Personal data of this module. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    loyalty: ({ db }, playerId) =>
      db.kysely.selectFrom('rewards.loyalty_accounts').selectAll().where('player_id', '=', playerId).execute(),
    loyaltyMonths: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.loyalty_months')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('month', 'desc')
        .limit(recordLimit)
        .execute(),
    loyaltyLevels: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.loyalty_rises')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('level', 'desc')
        .execute(),
  },
}
