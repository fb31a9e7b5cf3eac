/** Sign-in through other providers. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'social',
  tables: ['identity.social_identities', 'identity.social_used'],
  routes,
  lifecycle,
})
