/** Registration, and confirmation of the email address. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'registration',
  routes,
})
