/** Personal data of this module: what was counted, and what was noticed. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    harmMarkers: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.markers')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
    harmTallies: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.tallies')
        .select(['day', 'measure', 'amount'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
    harmMarks: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.marks')
        .select(['day', 'measure', 'mark'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
