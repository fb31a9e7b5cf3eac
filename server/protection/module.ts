/** Limits that players set themselves, and exclusion. */
import * as contract from '#contract/desk/player-acts.ts'
import { explainPolicy } from '#contract/desk/policy.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { readProtectionOfPlayer, setLimitOfPlayer, startBreakOfPlayer } from './desk.ts'
import { explainPolicyOf } from './explain-policy.ts'
import { routes } from './routes.ts'
import { timeline } from './timeline.ts'
import { invariants } from './invariants.ts'
import { lifecycle } from './lifecycle.ts'
import { standing } from './standing.ts'

export default defineModule({
  name: 'limits',
  tables: ['limits.breaks', 'limits.deposits', 'limits.limits', 'limits.play', 'limits.players'],
  routes,
  deskRoutes: [
    bindDesk(contract.readProtectionOfPlayer, readProtectionOfPlayer),
    bindDesk(contract.setLimitOfPlayer, setLimitOfPlayer),
    bindDesk(contract.startBreakOfPlayer, startBreakOfPlayer),
    bindDesk(explainPolicy, explainPolicyOf),
  ],
  invariants,
  lifecycle,
  timeline,
  standing,
})
