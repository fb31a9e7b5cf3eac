/** Bets on sports: the calls of the sportsbook, what players staked and won, and what they owe. */
import * as rounds from '#contract/desk/rounds.ts'
import * as contract from '#contract/desk/sports.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { freeBetKind } from './free-bet-kind.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { measureSports } from './metrics.ts'
import { lifecycle } from './lifecycle.ts'
import { readBetCase } from './read-bet-case.ts'
import { routes } from './routes.ts'
import { queues } from './queues.ts'
import { deskSearch, timeline } from './desk.ts'
import {
  clearingApproval,
  clearSportsDebt,
  closedPaymentApproval,
  listSportsWork,
  recordClosedPayment,
} from './desk-work.ts'
import { standing } from './standing.ts'

export default defineModule({
  name: 'sports',
  tables: [
    'sports.bets',
    'sports.comparisons',
    'sports.decisions',
    'sports.discrepancies',
    'sports.free_bets',
    'sports.late_payouts',
    'sports.requests',
    'sports.tombstones',
  ],
  routes,
  deskRoutes: [
    bindDesk(rounds.readBetCase, readBetCase),
    bindDesk(contract.listSportsWork, listSportsWork),
    bindDesk(contract.clearSportsDebt, clearSportsDebt, { secondPerson: clearingApproval }),
    bindDesk(contract.recordClosedPayment, recordClosedPayment, { secondPerson: closedPaymentApproval }),
  ],
  jobs,
  invariants,
  lifecycle,
  metrics: measureSports,
  definitions: [freeBetKind],
  queues,
  deskSearch,
  timeline,
  standing,
})
