/** Limits that players set themselves, and exclusion. */
import { defineModule } from '../kernel/module.ts'
import { policyCommands } from './operator-commands.ts'
import { routes } from './routes.ts'
import { invariants } from './invariants.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'limits',
  tables: ['limits.breaks', 'limits.deposits', 'limits.limits', 'limits.play', 'limits.players'],
  routes,
  invariants,
  lifecycle,
  operatorCommands: { policy: policyCommands },
})
