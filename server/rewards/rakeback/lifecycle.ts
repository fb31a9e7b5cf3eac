/** Personal data of this module. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    rakeback: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.rakebacks')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('currency')
        .limit(recordLimit)
        .execute(),
  },
}
