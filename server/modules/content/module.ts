/** Texts and pictures of the operator, merged over the shipped ones. */
import { defineModule } from '../../platform/module.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'content',
  routes,
})
