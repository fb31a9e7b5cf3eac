/** Personal data of this module. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
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
