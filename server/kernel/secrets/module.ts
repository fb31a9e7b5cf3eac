/** The root secret of this database, keys of former ones, and what has to be encrypted again. */
import { defineModule } from '../module.ts'
import { secretCommands } from './operator-commands.ts'

export default defineModule({
  name: 'secrets',
  tables: ['secrets.current', 'secrets.former_keys'],
  databaseCommands: { secret: secretCommands },
})
