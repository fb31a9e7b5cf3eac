/** People who run the site: their keys for the command line, their sign-in at the desk, their roles. */
import { definitionCommands } from '../kernel/definitions/operator-commands.ts'
import { defineModule } from '../kernel/module.ts'
import { operatorAuthenticators } from './authenticator.ts'
import { operatorsCommands } from './operator-commands.ts'
import { roleKind } from './roles.ts'
import { deskRoutes } from './routes.ts'
import { thresholdKind } from './thresholds.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'operators',
  tables: ['operators.operators', 'operators.sessions', 'operators.requests', 'operators.claims', 'operators.tags'],
  deskRoutes,
  definitions: [roleKind, thresholdKind],
  sealedData: [operatorAuthenticators],
  operatorCommands: {
    operators: operatorsCommands,
    roles: definitionCommands(roleKind),
    thresholds: definitionCommands(thresholdKind),
  },
  timeline,
})
