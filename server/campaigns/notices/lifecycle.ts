/** Personal data of this module; the messages themselves are those of `messages`. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    notices: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.notices')
        .select(['kind', 'subject', 'due_at', 'settled_at', 'outcome'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
