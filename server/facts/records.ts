/** The personal data in facts. */
import { type PlayerRecords, recordLimit } from '../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    facts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('facts.facts')
        .select(['kind', 'subject', 'data', 'at'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
