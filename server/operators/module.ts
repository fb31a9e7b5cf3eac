/** People who run the site: their keys for the command line, their sign-in at the desk, their roles. */
import { defineModule } from '../kernel/module.ts'
import { operatorAuthenticators } from './authenticator.ts'
import { operatorsCommands } from './operator-commands.ts'
import { lifecycle } from './notes.ts'
import { roleKind } from './roles.ts'
import { deskRoutes } from './routes.ts'
import { deleteOldSessions } from './sessions.ts'
import { thresholdKind } from './thresholds.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'operators',
  tables: [
    'operators.operators',
    'operators.passkeys',
    'operators.challenges',
    'operators.sessions',
    'operators.requests',
    'operators.claims',
    'operators.notes',
    'operators.tags',
  ],
  deskRoutes,
  jobs: (deps) => [
    { name: 'old-desk-sessions', everyMs: 86_400_000, isExclusive: true, run: () => deleteOldSessions(deps) },
  ],
  definitions: [roleKind, thresholdKind],
  sealedData: [operatorAuthenticators],
  databaseCommands: { operators: operatorsCommands },
  lifecycle,
  timeline,
})
