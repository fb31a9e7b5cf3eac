/** Personal data of this module, and what it ends or keeps open when a player leaves. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { revokeIn } from './revoke-reward.ts'

export const lifecycle: PlayerLifecycle = {
  revokeGrant: (deps, tx, grant) => revokeIn(tx, deps, grant),
  sections: {
    rewards: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.grants')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  /** Closing an account voluntarily forfeits what is due: nobody could be paid. */
  endOpen: async ({ clock }, tx, playerId, reason) => {
    if (reason !== 'account-closed') return
    await tx
      .updateTable('rewards.grants')
      .set({ status: 'void', reason: 'closed', settled_at: clock.now() })
      .where('player_id', '=', playerId)
      .where('status', '=', 'due')
      .execute()
  },
}
