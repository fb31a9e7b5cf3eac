/** The social accounts linked to a player. */
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    socialAccounts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('identity.social_identities')
        .select(['provider', 'subject', 'email', 'linked_at'])
        .where('player_id', '=', playerId)
        .orderBy('linked_at')
        .execute(),
  },
  async removeAccess(tx, playerId) {
    await tx.deleteFrom('identity.social_identities').where('player_id', '=', playerId).execute()
  },
}
