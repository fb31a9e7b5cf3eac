/** Bets on sports: the calls of the sportsbook, what players staked and won, and what they owe. */
import * as rounds from '#contract/desk/rounds.ts'
import * as desk from '#contract/desk/sports.ts'
import { type Kysely, sql } from 'kysely'
import * as contract from '#contract/sportsbook.ts'
import { bind, bindDesk, bindPartner } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import { type LeftWork, leftWorkJob } from '../kernel/jobs/left-work.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import type { Queue } from '../kernel/queues.ts'
import { word } from '../kernel/desk-words.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Standing } from '../kernel/standing.ts'
import { inUnits } from '../reference/index.ts'
import { freeBetKind } from './free-bet-kind.ts'
import { invariants } from './invariants.ts'
import { measureSports } from './metrics.ts'
import { lifecycle } from './lifecycle.ts'
import { readBetCase } from './read-bet-case.ts'
import { deskSearch, timeline } from './desk.ts'
import {
  clearingApproval,
  clearSportsDebt,
  closedPaymentApproval,
  listSportsWork,
  recordClosedPayment,
} from './desk-work.ts'
import { compareBets } from './compare-bets.ts'
import { acceptBet } from './accept-bet.ts'
import { authenticateClient } from './authenticate-client.ts'
import { cashOutBet } from './cash-out-bet.ts'
import { declineBet } from './decline-bet.ts'
import { editBet } from './edit-bet.ts'
import { verifySportsbookCall } from './internal/calls.ts'
import { findEvents } from './find-events.ts'
import { listBets } from './list-bets.ts'
import { listSports } from './list-sports.ts'
import { placeBet } from './place-bet.ts'
import { readClientBalance } from './read-client-balance.ts'
import { receiveProviderCall } from './receive-provider-call.ts'
import { renewSportsbookToken } from './renew-sportsbook-token.ts'
import { settleBet } from './settle-bet.ts'
import { startSportsbook } from './start-sportsbook.ts'
import { unsettleBet } from './unsettle-bet.ts'
import { voidBet } from './void-bet.ts'

export const leftBets = ({ partners }: Deps): LeftWork => ({
  what: 'open bets at a sportsbook',
  query: `SELECT sportsbook AS name, count(*)::int AS count FROM sports.bets
    WHERE ended_at IS NULL AND sportsbook <> ALL ($1) GROUP BY 1 ORDER BY 1`,
  known: partners.sportsbook ? [partners.sportsbook.slug] : [],
})

export const jobs = (deps: Deps): Job[] => [
  leftWorkJob(deps, 'sports-bets', [leftBets(deps)]),
  ...(deps.partners.sportsbook
    ? [{ name: 'sports-comparison', everyMs: 300_000, isExclusive: true, run: () => compareBets(deps) }]
    : []),
]

/** Bets that differ from the sportsbook's list, and amounts to pay to former players. */
const queues: Queue[] = [
  {
    name: 'sports-differences',
    query: sql`SELECT count(*)::int AS waiting, min(found_at) AS since FROM sports.discrepancies WHERE resolved_at IS NULL`,
  },
  {
    name: 'sports-closed',
    query: sql`SELECT count(*)::int AS waiting, min(at) AS since FROM sports.late_payouts`,
  },
]

export const routes = [
  bind(contract.startSportsbook, startSportsbook),
  bind(contract.renewSportsbookToken, renewSportsbookToken),
  bind(contract.listSports, listSports),
  bind(contract.findSportsEvents, findEvents),
  bind(contract.listBets, listBets),
  bindPartner(contract.authenticateClient, verifySportsbookCall, authenticateClient),
  bindPartner(contract.readClientBalance, verifySportsbookCall, readClientBalance),
  bindPartner(contract.placeBet, verifySportsbookCall, placeBet),
  bindPartner(contract.acceptBet, verifySportsbookCall, acceptBet),
  bindPartner(contract.declineBet, verifySportsbookCall, declineBet),
  bindPartner(contract.settleBet, verifySportsbookCall, settleBet),
  bindPartner(contract.unsettleBet, verifySportsbookCall, unsettleBet),
  bindPartner(contract.cashOutBet, verifySportsbookCall, cashOutBet),
  bindPartner(contract.editBet, verifySportsbookCall, editBet),
  bindPartner(contract.receiveProviderCall, verifySportsbookCall, receiveProviderCall),
  bindPartner(contract.voidBet, verifySportsbookCall, voidBet),
]

type Sum = { currency: string; amount: bigint; bets: number }

/** Of a player's standing: debts from corrected bets, and bets that are not decided. */
const standing: Standing = {
  scope: 'games:read',
  async read({ db }, playerId) {
    const path = `/players/${playerId}?kind=play`
    const itemOf = (level: 'urgent' | 'fact', what: string) => (sum: Sum) => ({
      level,
      what,
      detail: [word('bets', { count: String(sum.bets) })],
      amount: inUnits(sum.amount, sum.currency),
      path,
    })
    const [debts, open] = await Promise.all([
      sums(db.kysely, playerId, 'debt'),
      sums(db.kysely, playerId, 'open_stake'),
    ])
    return [...debts.map(itemOf('urgent', 'sportsDebt')), ...open.map(itemOf('fact', 'openBets'))]
  },
}

async function sums(db: Kysely<Tables>, playerId: string, column: 'debt' | 'open_stake'): Promise<Sum[]> {
  const filter = column === 'debt' ? sql`debt > 0` : sql`ended_at IS NULL`
  const { rows } = await sql<Sum>`
    SELECT currency, sum(${sql.ref(column)})::bigint AS amount, count(*)::int AS bets FROM sports.bets
    WHERE player_id = ${playerId} AND ${filter} GROUP BY currency ORDER BY currency`.execute(db)
  return rows
}

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
    bindDesk(desk.listSportsWork, listSportsWork),
    bindDesk(desk.clearSportsDebt, clearSportsDebt, { secondPerson: clearingApproval }),
    bindDesk(desk.recordClosedPayment, recordClosedPayment, { secondPerson: closedPaymentApproval }),
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
