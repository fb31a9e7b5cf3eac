/** One-time codes by text message. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'otp',
  tables: ['identity.otps'],
  routes,
})
