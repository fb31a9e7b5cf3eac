/** Passwords, passkeys, authenticator apps and sign-in. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { factorCommands, securityAnswerCommands } from './operator-commands.ts'
import { authenticators } from './sealed-data.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'credentials',
  tables: [
    'credentials.challenges',
    'credentials.passkeys',
    'credentials.recovery_codes',
    'credentials.removals',
    'credentials.totps',
  ],
  routes,
  lifecycle,
  sealedData: [authenticators],
  operatorCommands: { factors: factorCommands, 'security-answer': securityAnswerCommands },
})
