/** A player's personal data in bonuses. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    bonuses: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_bonuses')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    freeSpins: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_freespins')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    bonusCodes: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_codes')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('added_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
