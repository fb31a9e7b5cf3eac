/** Limits that players set themselves, and exclusion. */
import * as desk from '#contract/desk/player-acts.ts'
import { explainPolicy } from '#contract/desk/policy.ts'
import * as contract from '#contract/limits.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { readProtectionOfPlayer, setLimitOfPlayer, startBreakOfPlayer } from './desk.ts'
import { explainPolicyOf } from './explain-policy.ts'
import { timeline } from './timeline.ts'
import { invariants } from './invariants.ts'
import { standing } from './standing.ts'
import { isBarred } from './exclusion.ts'
import { addLimit } from './add-limit.ts'
import { changeLimit } from './change-limit.ts'
import { listLimits } from './list-limits.ts'
import { readProtection } from './read-protection.ts'
import { readTurnoverWager } from './read-turnover-wager.ts'
import { removeLimit } from './remove-limit.ts'

const lifecycle: PlayerLifecycle = {
  sections: {
    limits: ({ db }, playerId) =>
      db.kysely
        .selectFrom('limits.limits')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async isBarred(tx, now, playerId) {
    const rows = await tx
      .selectFrom('limits.limits')
      .select(['definition', 'ends_at', 'pending_until'])
      .where('player_id', '=', playerId)
      .where('removed_at', 'is', null)
      .where('ends_at', 'is not', null)
      .execute()
    return isBarred(rows, now)
  },
}

export const routes = [
  bind(contract.listLimits, listLimits),
  bind(contract.readProtection, readProtection),
  bind(contract.addLimit, addLimit),
  bind(contract.changeLimit, changeLimit),
  bind(contract.removeLimit, removeLimit),
  bind(contract.readTurnoverWager, readTurnoverWager),
]

export default defineModule({
  name: 'limits',
  tables: ['limits.breaks', 'limits.deposits', 'limits.limits', 'limits.play', 'limits.players'],
  routes,
  deskRoutes: [
    bindDesk(desk.readProtectionOfPlayer, readProtectionOfPlayer),
    bindDesk(desk.setLimitOfPlayer, setLimitOfPlayer),
    bindDesk(desk.startBreakOfPlayer, startBreakOfPlayer),
    bindDesk(explainPolicy, explainPolicyOf),
  ],
  invariants,
  lifecycle,
  timeline,
  standing,
})
