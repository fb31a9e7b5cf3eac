/** Personal data of this module. What is in a vault is a balance of its account, which the wallet's own records include. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    vaultReleases: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.vault_releases')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('requested_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
