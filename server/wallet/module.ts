/** A player's accounts, statement and totals. */
import { defineModule } from '../kernel/module.ts'
import { routes } from './routes.ts'
import { lifecycle } from './lifecycle.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'wallet',
  tables: ['wallet.accounts'],
  routes,
  lifecycle,
  timeline,
})
