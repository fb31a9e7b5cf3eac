/** Password hashing and the list of breached passwords. */
import { defineModule } from '../../platform/module.ts'

export default defineModule({
  name: 'passwords',
})
