/** Browsers that receive push notifications, each of one open session. */
import { defineModule } from '../../kernel/module.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'push',
  tables: ['push.subscriptions'],
  lifecycle,
})
