/** Status points for play, and the levels that they reach. */
import { defineModule } from '../../kernel/module.ts'
import { definitionCommands } from '../../kernel/definitions/operator-commands.ts'
import { consumers } from './consumers.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { levels } from './ladder.ts'
import { loyaltyCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'loyalty',
  tables: ['rewards.loyalty_accounts', 'rewards.loyalty_ladders', 'rewards.loyalty_months', 'rewards.loyalty_rises'],
  routes,
  jobs,
  consumers,
  invariants,
  lifecycle,
  definitions: [levels],
  operatorCommands: { levels: definitionCommands(levels), loyalty: loyaltyCommands },
})
