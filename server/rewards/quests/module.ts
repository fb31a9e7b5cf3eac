/** Quests: tasks that players take on, counted from settled rounds, deposits and facts, and their rewards. */
import * as desk from '#contract/desk/rewards.ts'
import * as contract from '#contract/quests.ts'
import { QuestState } from '#contract/quests.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { activateQuest } from './activate-quest.ts'
import { cancelPlayerQuest } from './cancel-player-quest.ts'
import { claimPlayerQuest } from './claim-player-quest.ts'
import { consumers } from './consumers.ts'
import { listQuestsOfPlayer } from './desk.ts'
import { finishQuests, questsDue } from './finish-quests.ts'
import { waitForBatch } from './internal/end-active.ts'
import { invariants } from './invariants.ts'
import { listPlayerQuests } from './list-player-quests.ts'
import { listQuests } from './list-quests.ts'
import { questKind } from './quest-kind.ts'

export const routes = [
  bind(contract.listQuests, listQuests),
  bind(contract.listPlayerQuests, listPlayerQuests),
  bind(contract.activateQuest, activateQuest),
  bind(contract.cancelPlayerQuest, cancelPlayerQuest),
  bind(contract.claimPlayerQuest, claimPlayerQuest),
]

/** Quests whose time is over, and rewards that need no claim. */
const jobs = (deps: Deps): Job[] => [
  { name: 'quests', everyMs: 1000, due: questsDue, isExclusive: true, run: () => finishQuests(deps) },
]

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

export default defineModule({
  name: 'quests',
  tables: ['rewards.player_quests', 'rewards.player_quest_tasks'],
  routes,
  deskRoutes: [bindDesk(desk.listQuestsOfPlayer, listQuestsOfPlayer)],
  jobs,
  consumers,
  invariants,
  lifecycle,
  definitions: [questKind],
})
