/** Personal data of this module. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    swaps: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.swaps')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('confirmed_at', 'is not', null)
        .orderBy('confirmed_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
