/** Passwords, passkeys, authenticator apps and sign-in. */
import * as contract from '#contract/desk/player-acts.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { checkSecurityAnswer, resetFactors, secondPersonOfFactors, sendResetLink } from './desk.ts'
import { routes } from './routes.ts'
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
  deskRoutes: [
    bindDesk(contract.sendResetLink, sendResetLink),
    bindDesk(contract.checkSecurityAnswer, checkSecurityAnswer),
    bindDesk(contract.resetFactors, resetFactors, { secondPerson: secondPersonOfFactors }),
  ],
  lifecycle,
  sealedData: [authenticators],
})
