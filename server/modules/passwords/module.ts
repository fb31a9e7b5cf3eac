/** Password hashing. */
import { defineModule } from '../../platform/module.ts'

export default defineModule({
  name: 'passwords',
})
