/** Personal data of this module. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    cashback: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.cashback_periods')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('starts_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
