/** A player's notifications, and the messages that they sent. */
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'

const limit = 10_000

export const lifecycle: PlayerLifecycle = {
  sections: {
    messages: ({ db }, playerId) =>
      db.kysely
        .selectFrom('messages.messages')
        .select(['title', 'description', 'created_at', 'read_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
    communications: ({ db }, playerId) =>
      db.kysely
        .selectFrom('messages.communications')
        .leftJoin('messages.communication_answers', 'communication_id', 'id')
        .select(['email', 'message', 'locale', 'created_at', 'answer', 'answered_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
  },
}
