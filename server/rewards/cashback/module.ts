/** Cashback: part of a week's net loss, paid as cash without wagering. */
import * as contract from '#contract/bonuses.ts'
import type { Deps } from '../../deps.ts'
import { bind } from '../../kernel/http/bind.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { consumers } from './consumers.ts'
import { cashbackKind } from './kind.ts'
import { readCashback } from './read-cashback.ts'
import { settleWeeks, weeksDue } from './settle-weeks.ts'

const routes = [bind(contract.readCashback, readCashback)]

/** Cashback is paid after the end of each week. */
const jobs = (deps: Deps): Job[] => [{ name: 'cashback', everyMs: 60_000, due: weeksDue, run: () => settleWeeks(deps) }]

const lifecycle: PlayerLifecycle = {
  sections: {
    cashback: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.cashback_periods')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('starts_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export default defineModule({
  name: 'cashback',
  tables: ['rewards.cashback_periods'],
  routes,
  jobs,
  consumers,
  definitions: [cashbackKind],
  lifecycle,
})
