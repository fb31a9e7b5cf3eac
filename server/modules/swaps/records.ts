/** Personal data of this module. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    swaps: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.swaps')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('confirmed_at', 'is not', null)
        .orderBy('confirmed_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
