/** Personal data of this module. The balance of a vault is part of its account, which the wallet's records include. */
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
