/** Swaps between a player's own currencies at the operator's exchange rates. */
import { defineModule } from '../../kernel/module.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'swaps',
  tables: ['wallet.swaps'],
  routes,
  jobs,
  invariants,
  lifecycle,
  timeline,
})
