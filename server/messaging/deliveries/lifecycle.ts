/** The mails and text messages sent to a player. Their contents may have been secret, so they are not stored. */
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'

const limit = 10_000

export const lifecycle: PlayerLifecycle = {
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
