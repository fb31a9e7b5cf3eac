/** The vault: money that play, payments and swaps cannot reach, put in at once and taken out after a wait. */
import { defineModule } from '../../kernel/module.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'vault',
  tables: ['wallet.vault_releases'],
  routes,
  jobs,
  invariants,
  lifecycle,
  timeline,
})
