/** Quests: tasks that players take on, counted from settled rounds, deposits and facts, and their rewards. */
import { defineModule } from '../../kernel/module.ts'
import { consumers } from './consumers.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { operatorCommands } from './operator-commands.ts'
import { questKind } from './quest-kind.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'quests',
  tables: ['rewards.player_quests', 'rewards.player_quest_tasks', 'rewards.credited_deposits'],
  routes,
  jobs,
  consumers,
  invariants,
  lifecycle,
  definitions: [questKind],
  operatorCommands: { quests: operatorCommands },
})
