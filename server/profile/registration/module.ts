/** Registration, and confirmation of the email address. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { jobs } from '../../identity/index.ts'

export default defineModule({
  name: 'registration',
  tables: ['identity.mail_requests'],
  after: [
    'reference',
    'deliveries',
    'wallet',
    'players',
    'passwords',
    'form-fields',
    'sessions',
    'otp',
    'bonuses',
    'messages',
  ],
  routes,
  jobs,
})
