/** The games' personal data. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    rounds: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.rounds')
        .select(['id', 'studio', 'game_id', 'currency', 'stake', 'won', 'status', 'bets', 'created_at', 'updated_at'])
        .where('player_id', '=', playerId)
        .orderBy('last_movement_id', 'desc')
        .limit(recordLimit)
        .execute(),
    realityChecks: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.reality_checks')
        .select(['interval_minutes', 'began_at', 'played_at', 'due_at'])
        .where('player_id', '=', playerId)
        .execute(),
    studioFreeRounds: ({ db }, playerId) =>
      db.kysely
        .selectFrom('studios.free_rounds')
        .select(['id', 'studio', 'state', 'used', 'won', 'created_at', 'changed_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    favorites: ({ db }, playerId) =>
      db.kysely
        .selectFrom('games.favorites')
        .select(['game_id', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .execute(),
  },
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('games.rounds')
      .select('id')
      .where('player_id', '=', playerId)
      .where('status', '=', 'open')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}
