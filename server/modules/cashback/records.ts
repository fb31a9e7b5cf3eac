/** Personal data of this module. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
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
