/** Reference data: countries, currencies, locales, constants, the API document. */
import { defineModule } from '../../platform/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'reference',
  routes,
})
