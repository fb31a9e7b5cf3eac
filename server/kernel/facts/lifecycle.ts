/** The personal data in facts. */
import { type PlayerLifecycle, recordLimit } from '../player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
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
