/** Conditions on quests and their rewards, each a query that returns no row. */
import { QuestState } from '#contract/quests.ts'
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'a quest is completed if and only if all of its tasks are; one that is over is not completed later',
    sql: `SELECT quest.id, quest.state FROM rewards.player_quests AS quest
      LEFT JOIN rewards.player_quest_tasks AS task ON task.player_quest_id = quest.id
      GROUP BY quest.id HAVING count(task.*) = 0 OR (quest.state IN (${QuestState.active}, ${QuestState.completed}) AND (quest.state = ${QuestState.completed}) <> bool_and(task.completed_at IS NOT NULL))`,
  },
  {
    name: 'rewards of quests were granted for completed quests only, as many as were promised',
    sql: `SELECT quest.id, quest.reward_state, count(reward.id) FROM rewards.player_quests AS quest
      JOIN rewards.grants AS reward ON reward.source = 'quest' AND reward.source_id = quest.id::text
      GROUP BY quest.id HAVING quest.reward_state <> 'granted' OR count(reward.id) <> jsonb_array_length(quest.rewards) OR bool_or(reward.player_id <> quest.player_id)`,
  },
]
