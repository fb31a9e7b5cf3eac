/** Free rounds of players at outside studios. Their rounds are among those of all games. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    studioFreeRounds: ({ db }, playerId) =>
      db.kysely
        .selectFrom('studios.free_rounds')
        .select(['id', 'studio', 'state', 'used', 'won', 'created_at', 'changed_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
