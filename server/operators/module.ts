/** The people who run the site, their keys and permissions. */
import { defineModule } from '../kernel/module.ts'
import { operatorsCommands } from './operator-commands.ts'

export default defineModule({
  name: 'operators',
  tables: ['operators.operators'],
  operatorCommands: { operators: operatorsCommands },
})
