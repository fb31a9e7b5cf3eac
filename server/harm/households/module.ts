/** One welcome bonus a household: second ones are flagged, and operators decide. */
import { defineModule } from '../../kernel/module.ts'
import { consumers } from './consumers.ts'
import { operatorCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'households',
  tables: ['bonuses.household_flags'],
  consumers,
  operatorCommands: { households: operatorCommands },
  lifecycle,
  queues,
})
