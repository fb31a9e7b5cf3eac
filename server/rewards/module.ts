/** What players are granted for quests, levels, tournaments and play: each once, by named movements. */
import { defineModule } from '../kernel/module.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { operatorCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'rewards',
  tables: ['rewards.grants', 'rewards.grant_limits', 'rewards.counting_rules', 'rewards.counted_games'],
  jobs,
  invariants,
  operatorCommands: { rewards: operatorCommands },
  lifecycle,
})
