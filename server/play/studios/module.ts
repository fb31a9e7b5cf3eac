/** Outside studios: their catalogues, their wallet calls and the free rounds of players at them. */
import { defineModule } from '../../kernel/module.ts'
import { jobs } from './jobs.ts'
import { studioCommands } from './operator-commands.ts'
import { switchCommands } from './switch-commands.ts'

export default defineModule({
  name: 'studios',
  tables: ['studios.catalogues', 'studios.closing_rounds', 'studios.games', 'studios.late_rollbacks'],
  jobs,
  operatorCommands: { studios: studioCommands, switches: switchCommands },
})
