/** Reading, changing and exporting the profile, and closing the account. */
import { defineModule } from '../kernel/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'profile',
  routes,
})
