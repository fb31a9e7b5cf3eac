/** What players are granted for quests, levels, tournaments and play: each once, by named movements. */
import * as contract from '#contract/desk/rewards.ts'
import type { Deps } from '../deps.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { defineModule } from '../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { costOfDefinition } from './cost-of-definition.ts'
import { grantApproval, grantToPlayer, listRewardsOfPlayer, previewGrant, revokeRewardOfPlayer } from './desk.ts'
import { invariants } from './invariants.ts'
import { payDue } from './pay-due.ts'
import { revokeIn } from './revoke-reward.ts'
import { timeline } from './timeline.ts'

const minuteMs = 60_000

const jobs = (deps: Deps): Job[] => [{ name: 'rewards-due', everyMs: minuteMs, run: () => payDue(deps) }]

export const lifecycle: PlayerLifecycle = {
  revokeGrant: (deps, tx, grant) => revokeIn(tx, deps, grant),
  sections: {
    rewards: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.grants')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  /** Closing an account voluntarily forfeits what is due: nobody could be paid. */
  endOpen: async ({ clock }, tx, playerId, reason) => {
    if (reason !== 'account-closed') return
    await tx
      .updateTable('rewards.grants')
      .set({ status: 'void', reason: 'closed', settled_at: clock.now() })
      .where('player_id', '=', playerId)
      .where('status', '=', 'due')
      .execute()
  },
}

export default defineModule({
  name: 'rewards',
  tables: [
    'rewards.grants',
    'rewards.grant_limits',
    'rewards.counting_rules',
    'rewards.counted_games',
    'rewards.credited_deposits',
  ],
  deskRoutes: [
    bindDesk(contract.costOfDefinition, costOfDefinition),
    bindDesk(contract.listRewardsOfPlayer, listRewardsOfPlayer),
    bindDesk(contract.previewGrant, previewGrant),
    bindDesk(contract.grantToPlayer, grantToPlayer, { secondPerson: grantApproval }),
    bindDesk(contract.revokeRewardOfPlayer, revokeRewardOfPlayer),
  ],
  jobs,
  invariants,
  lifecycle,
  timeline,
})
