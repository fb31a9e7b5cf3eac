/** Personal data of this module: the player's balances in recent reports, as the leaves that prove them. */
import { plain, type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    liabilityLeaves: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('liabilities.leaves')
          .select(['report', 'currency', 'part', 'position', 'amount'])
          .where('player_id', '=', playerId)
          .orderBy('report', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
  },
}
