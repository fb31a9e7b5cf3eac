/**
 * Calls of a sportsbook that states transactions: turns them into placements and decisions. A win, a loss and a refund
 * decide the bet in the order in which they arrive; a rollback takes back the last of them and no other.
 */
import type { z } from 'zod'
import { cutToSubunits } from '#contract/exact-number.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import { type Operation, operations } from '#contract/sportsbook-jwt.ts'
import type { Place, SelectionResult } from '#contract/sportsbook-protocol.ts'
import type { Ctx, Tx } from '../deps.ts'
import { isStorable } from '../kernel/storable.ts'
import { acceptBet } from './accept-bet.ts'
import { declineBet } from './decline-bet.ts'
import { type BetRow, readSelections } from './internal/bets.ts'
import { findSportsbook } from './internal/calls.ts'
import { decideNext, type Decision } from './internal/decide.ts'
import { missingBet } from './internal/missing-bet.ts'
import { placeBet } from './place-bet.ts'

type Call = typeof contract.receiveProviderCall
type Refusal = RefusalOf<Call>
type Outcome = Result<{ betId: string; balance?: number | undefined; currency?: string | undefined }, Refusal>
type Content<Name extends Operation> = z.output<(typeof operations)[Name]>
type Handlers = { [Name in Operation]: (ctx: Ctx, sportsbook: string, call: Content<Name>) => Promise<Outcome> }

export async function receiveProviderCall(
  ctx: Ctx,
  { sportsbook, operation, payload }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, Refusal>> {
  const content = findSportsbook(ctx, sportsbook)?.readCall?.({ payload }, ctx.clock.now())
  const call = operations[operation].safeParse(content)
  // The body was checked as text; what its token says was not.
  if (!call.success || !isStorable(content)) return refuse('callInvalid')
  const handle = handlers[operation] as (ctx: Ctx, sportsbook: string, call: unknown) => Promise<Outcome>
  const outcome = await handle(ctx, sportsbook, call.data)
  if (!outcome.ok) return outcome
  const { betId, balance, currency } = outcome.value
  return ok({ bet_transaction_id: betId, balance, currency })
}

const handlers: Handlers = {
  async make(ctx, sportsbook, call) {
    const { ext_player_id: playerId, session_id: sessionId, currency, betslip } = call
    const [size, count] = betslip.type.split('/').map(Number) as [number, number]
    if (count !== betslip.bets.length || size < 1 || size > count) return refuse('slipInvalid')
    // The call is signed; a token only states whose bet it is. The session is checked with the stake.
    const { token } = findSportsbook(ctx, sportsbook)!.issueToken({ playerId, sessionId, currency }, ctx.clock.now())
    const kind = count === 1 ? 'single' : size === count ? 'accumulator' : 'system'
    return placeBet(ctx, {
      sportsbook,
      call: 'place',
      requestId: call.transaction.id,
      betId: call.transaction.id,
      token,
      currency,
      kind,
      systemSizes: kind === 'system' ? [size] : [],
      isEachWay: false,
      selections: betslip.bets.map(selectionOf),
      stake: call.amount,
      maximumPayout: call.potential_win,
      oddsPolicy: policies[call.accept_odds_change],
      ...(call.bonus_id && { freeBetId: call.bonus_id }),
      placedAt: new Date(call.timestamp * 1000).toISOString(),
    })
  },

  /** At the odds of the placement: this protocol has no others. */
  async commit(ctx, sportsbook, { transaction, bet_transaction_id: betId }) {
    const row = await ctx.db.kysely
      .selectFrom('sports.bets')
      .select(['selections', 'maximum_payout'])
      .where('sportsbook', '=', sportsbook)
      .where('bet_id', '=', betId)
      .executeTakeFirst()
    if (!row) return refuse(await ctx.db.transaction((tx) => missingBet(tx, { sportsbook, betId })))
    return acceptBet(ctx, {
      sportsbook,
      call: 'accept',
      requestId: transaction.id,
      betId,
      selections: readSelections(row.selections).map(({ id, marketVersion, odds }) => ({ id, marketVersion, odds })),
      maximumPayout: Number(row.maximum_payout),
    })
  },

  discard: async (ctx, sportsbook, { transaction, bet_transaction_id: betId, reason }) =>
    declineBet(ctx, { sportsbook, call: 'decline', requestId: transaction.id, betId, reason }),

  async win(ctx, sportsbook, { amount, is_cashout: isCashOut, selections, ...call }) {
    const cut = cutToSubunits(amount)
    if (!cut) return refuse('callInvalid')
    const payout = Number(cut.amount)
    const decision = {
      ...decisionOf(sportsbook, call, isCashOut ? 'cash-out' : 'settle'),
      ...(cut.remainder !== null && { remainder: cut.remainder }),
    }
    const next = async (_tx: Tx, bet: BetRow) => ({ ...after(bet), payout: Number(bet.cashed_out) + payout })
    return decideNext(ctx, { ...decision, payout, results: selections.map(resultOf) }, next)
  },

  async lost(ctx, sportsbook, { selections, ...call }) {
    const next = async (_tx: Tx, bet: BetRow) => ({ ...after(bet), payout: Number(bet.cashed_out) })
    return decideNext(ctx, { ...decisionOf(sportsbook, call, 'settle'), results: selections.map(resultOf) }, next)
  },

  async refund(ctx, sportsbook, { reason, ...call }) {
    const next = async (_tx: Tx, bet: BetRow) => {
      const returned = bet.free_bet_id ? 0n : bet.stake - bet.cashed_out_stake
      return { ...after(bet), payout: Number(bet.cashed_out + returned) }
    }
    return decideNext(ctx, { ...decisionOf(sportsbook, call, 'void'), reason, actor: sportsbook }, next)
  },

  async rollback(ctx, sportsbook, { parent_transaction_id: parent, ...call }) {
    const reason = `transaction ${parent} is taken back`
    return decideNext(ctx, { ...decisionOf(sportsbook, call, 'unsettle'), reason }, async (tx, bet) => {
      const last = await tx
        .selectFrom('sports.decisions')
        .select('request_id')
        .where('bet', '=', bet.id)
        .where('sequence', '=', bet.sequence)
        .executeTakeFirst()
      if (last?.request_id !== parent || bet.open_stake > 0n)
        return (await isOvertaken(tx, bet, parent)) ? 'overtaken' : null
      // A cash-out is taken back as a whole.
      const isCashOut = bet.status === 'cashedOut'
      const [payout, sold] = isCashOut ? [0n, 0n] : [bet.cashed_out, bet.cashed_out_stake]
      return { ...after(bet), payout: Number(payout), openStake: Number(bet.stake - sold) }
    })
  },
}

/** Something was decided after the transaction, so that it will never be the last one again. */
async function isOvertaken(tx: Tx, bet: BetRow, transaction: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sports.decisions')
    .select('sequence')
    .where('bet', '=', bet.id)
    .where('request_id', '=', transaction)
    .where('sequence', '<', bet.sequence)
    .executeTakeFirst()
  return found !== undefined
}

const policies = { none: 'never', higher: 'higher', any: 'any' } as const
const results: Record<Content<'lost'>['selections'][number]['status'], SelectionResult> = {
  won: 'won',
  lost: 'lost',
  canceled: 'void',
  half_won: 'halfWon',
  half_lost: 'halfLost',
}
const resultOf = ({ id, status }: Content<'lost'>['selections'][number]) => ({ id, result: results[status] })
const after = ({ sequence }: BetRow) => ({ sequence: sequence + 1, openStake: 0 })

function decisionOf(
  sportsbook: string,
  { transaction, bet_transaction_id: betId }: Pick<Content<'lost'>, 'transaction' | 'bet_transaction_id'>,
  call: Decision['call'],
): Decision {
  return { sportsbook, requestId: transaction.id, betId, call, sequence: 0, payout: 0, openStake: 0 }
}

function selectionOf(bet: Content<'make'>['betslip']['bets'][number]): Place['selections'][number] {
  return {
    id: bet.id,
    eventId: bet.event_id,
    marketId: bet.market_id,
    marketVersion: 0,
    outcomeId: bet.outcome_id,
    odds: bet.odds,
    isLive: bet.live,
    startsAt: new Date(bet.scheduled * 1000).toISOString(),
    names: {
      sport: bet.sport_name,
      league: bet.tournament_name,
      event: bet.competitor_name.join(' – '),
      market: bet.market_name,
      outcome: bet.outcome_name,
    },
  }
}
