/** Personal data of this module, and what it ends or keeps open when a player leaves. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { isBarred } from './exclusion.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    limits: ({ db }, playerId) =>
      db.kysely
        .selectFrom('limits.limits')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async isBarred(tx, now, playerId) {
    const rows = await tx
      .selectFrom('limits.limits')
      .select(['definition', 'ends_at', 'pending_until'])
      .where('player_id', '=', playerId)
      .where('removed_at', 'is', null)
      .where('ends_at', 'is not', null)
      .execute()
    return isBarred(rows, now)
  },
}
