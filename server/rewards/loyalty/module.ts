/** Status points for play, and the levels that they reach. */
import { readLevelsOfPlayer as readLevelsContract } from '#contract/desk/rewards.ts'
import * as contract from '#contract/loyalty.ts'
import type { Deps } from '../../deps.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { applyLadder, laddersDue } from './apply-ladder.ts'
import { consumers } from './consumers.ts'
import { readLevelsOfPlayer } from './desk.ts'
import { grantLevels, risesDue } from './grant-levels.ts'
import { invariants } from './invariants.ts'
import { levels } from './ladder.ts'
import { listLevels } from './list-levels.ts'
import { readAccount } from './read-account.ts'
import { readRule } from './read-rule.ts'
import { reviewLevels, reviewsDue } from './review-levels.ts'

const routes = [
  bind(contract.readLoyaltyAccount, readAccount),
  bind(contract.listLoyaltyLevels, listLevels),
  bind(contract.readLoyaltyRule, readRule),
]

const minuteMs = 60_000

const jobs = (deps: Deps): Job[] =>
  deps.settings.isLoyaltyEnabled
    ? [
        { name: 'loyalty-ladder', everyMs: 1000, due: laddersDue, isExclusive: true, run: () => applyLadder(deps) },
        { name: 'loyalty-rewards', everyMs: 1000, due: risesDue, isExclusive: true, run: () => grantLevels(deps) },
        {
          name: 'loyalty-levels',
          everyMs: minuteMs,
          due: reviewsDue,
          isExclusive: true,
          run: () => reviewLevels(deps),
        },
      ]
    : []

const lifecycle: PlayerLifecycle = {
  sections: {
    loyalty: ({ db }, playerId) =>
      db.kysely.selectFrom('rewards.loyalty_accounts').selectAll().where('player_id', '=', playerId).execute(),
    loyaltyMonths: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.loyalty_months')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('month', 'desc')
        .limit(recordLimit)
        .execute(),
    loyaltyLevels: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.loyalty_rises')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('level', 'desc')
        .execute(),
  },
}

export default defineModule({
  name: 'loyalty',
  tables: ['rewards.loyalty_accounts', 'rewards.loyalty_ladders', 'rewards.loyalty_months', 'rewards.loyalty_rises'],
  routes,
  deskRoutes: [bindDesk(readLevelsContract, readLevelsOfPlayer)],
  jobs,
  consumers,
  invariants,
  lifecycle,
  definitions: [levels],
})
