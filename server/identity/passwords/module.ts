/** Password hashing. */
import { defineModule } from '../../kernel/module.ts'

export default defineModule({
  name: 'passwords',
})
