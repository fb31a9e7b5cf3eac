/** Which mails and text messages went to a player. What stood in them may have been a secret, so it is not kept. */
import type { PlayerRecords } from '../../platform/player-records.ts'

const limit = 10_000

export const records: PlayerRecords = {
  sections: {
    deliveries: ({ db }, playerId) =>
      db.kysely
        .selectFrom('deliveries.deliveries')
        .select(['medium', 'recipient', 'template', 'locale', 'state', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
  },
}
