/** The player's credentials, without secrets and keys. */
import type { PlayerRecords } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
  sections: {
    authenticator: ({ db }, playerId) =>
      db.kysely
        .selectFrom('credentials.totps')
        .select('enabled_at')
        .where('player_id', '=', playerId)
        .where('enabled_at', 'is not', null)
        .execute(),
    passkeys: ({ db }, playerId) =>
      db.kysely
        .selectFrom('credentials.passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at')
        .execute(),
  },
}
