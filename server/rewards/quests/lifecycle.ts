/** Personal data of this module, and what it ends or keeps open when a player leaves. */
import { QuestState } from '#contract/quests.ts'
import { sql } from 'kysely'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { waitForBatch } from './internal/end-active.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    quests: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.player_quests')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('activated_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  /** Closing an account ends its quests and forfeits what was not claimed. */
  endOpen: async ({ clock }, tx, playerId, reason) => {
    if (reason !== 'account-closed') return
    await waitForBatch(tx)
    await tx
      .updateTable('rewards.player_quests')
      .set({ state: QuestState.cancelled, finished_at: clock.now(), revision: sql<number>`revision + 1` })
      .where('player_id', '=', playerId)
      .where('state', '=', QuestState.active)
      .execute()
    await tx
      .updateTable('rewards.player_quests')
      .set({ reward_state: 'granted', revision: sql<number>`revision + 1` })
      .where('player_id', '=', playerId)
      .where('reward_state', '=', 'earned')
      .execute()
  },
}
