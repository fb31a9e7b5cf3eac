/** Personal data of this module. */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'

export const records: PlayerRecords = {
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
