/** Campaigns: messages of operators to a segment of players, and the links to unsubscribe from them. */
import { defineModule } from '../kernel/module.ts'
import { jobs } from './jobs.ts'
import { operatorCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'campaigns',
  tables: ['campaigns.campaigns', 'campaigns.recipients'],
  routes,
  jobs,
  lifecycle,
  operatorCommands: { messages: operatorCommands },
})
