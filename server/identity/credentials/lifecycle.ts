/** The player's credentials, without secrets and keys. */
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import { endChallenges } from './internal/challenges.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.ts'

export const lifecycle: PlayerLifecycle = {
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
  async removeAccess(tx, playerId) {
    await tx.deleteFrom('credentials.passkeys').where('player_id', '=', playerId).execute()
    await tx.deleteFrom('credentials.totps').where('player_id', '=', playerId).execute()
    await forgetRecoveryCodes(tx, playerId)
    await endChallenges(tx, playerId)
  },
}
