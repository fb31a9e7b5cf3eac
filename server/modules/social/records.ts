/** The social accounts linked to a player. */
import type { PlayerRecords } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    socialAccounts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('identity.social_identities')
        .select(['provider', 'subject', 'email', 'linked_at'])
        .where('player_id', '=', playerId)
        .orderBy('linked_at')
        .execute(),
  },
  async isEstablished(tx, playerId) {
    const linked = await tx
      .selectFrom('identity.social_identities')
      .select('subject')
      .where('player_id', '=', playerId)
      .limit(1)
      .executeTakeFirst()
    return linked !== undefined
  },
}
