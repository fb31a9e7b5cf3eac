/** The fields of forms, their order and their rules. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'form-fields',
  routes,
})
