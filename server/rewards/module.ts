/** What players are granted for quests, levels, tournaments and play: each once, by named movements. */
import * as contract from '#contract/desk/rewards.ts'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { defineModule } from '../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { word } from '../kernel/desk-words.ts'
import { timelineSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'
import { costOfDefinition } from './cost-of-definition.ts'
import { grantApproval, grantToPlayer, listRewardsOfPlayer, previewGrant, revokeRewardOfPlayer } from './desk.ts'
import { invariants } from './invariants.ts'
import { payDue } from './pay-due.ts'
import { revokeIn } from './revoke-reward.ts'

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

type Grant = { source: string; reward: string; status: string; currency: string | null; amount: bigint | null }

/** Rewards in the timeline of a player. */
const timeline = [
  timelineSource<Grant>({
    name: 'rewards',
    kind: 'bonuses',
    scope: 'rewards:read',
    from: sql`rewards.grants`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`source, reward, status, currency, amount`,
    show: ({ source, reward, status, currency, amount }) => ({
      what: 'reward',
      detail: [
        word(`source.${source}`),
        reward === 'points' ? word('pointsOf', { count: String(amount) }) : word(reward),
      ],
      state: status,
      amount: currency === null || amount === null ? null : inUnits(amount, currency),
    }),
  }),
]

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
