/** A held bet is on, at the odds that its player allowed. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import { readOdds } from '#contract/settlement/odds.ts'
import type { Ctx } from '../deps.ts'
import { append } from '../kernel/outbox/append.ts'
import {
  type BetRow,
  isPayable,
  labelOf,
  lockBet,
  readSelections,
  replyOf,
  slipOf,
  type StoredSelection,
} from './internal/bets.ts'
import { once } from './internal/calls.ts'
import { missingBet } from './internal/missing-bet.ts'
import { betStates } from './internal/states.ts'

type Call = typeof contract.acceptBet
type Input = VerbInput<Call>
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

export async function acceptBet(ctx: Ctx, input: Input): Promise<Answer> {
  return once(ctx, input, async (tx): Promise<Answer> => {
    const locked = await lockBet(tx, input.sportsbook, input.betId)
    if (!locked) return refuse(await missingBet(tx, input))
    const { bet, wallet } = locked
    if (bet.status === 'declined') return refuse('betDeclined')
    // Accepted already, and possibly decided since.
    if (bet.status !== 'held') return ok(await replyOf(tx, bet, wallet, { isApplied: false }))
    const selections = atAcceptedOdds(bet, input)
    if (!selections) return refuse('slipInvalid')
    if (!areAllowed(bet, readSelections(bet.selections), selections)) return refuse('oddsNotAllowed')
    const { kind, system_sizes: systemSizes, is_each_way: isEachWay, stake } = bet
    if (!isPayable(slipOf({ kind, systemSizes, isEachWay, selections, stake }), input.maximumPayout, isFreeOf(bet)))
      return refuse('slipInvalid')
    const accepted = await tx
      .updateTable('sports.bets')
      .set({
        status: betStates.move('held', 'accepted', 'partner').to,
        selections: JSON.stringify(selections),
        maximum_payout: BigInt(input.maximumPayout),
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', bet.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // Other bets are accepted while their player waits for the answer.
    if (selections.some(({ isLive }) => isLive))
      await append(tx, {
        channel: playerChannel('game:bets', bet.player_id),
        event: 'game.bet.accepted',
        payload: { betId: bet.id, event: labelOf(selections), currency: bet.currency, stake: toWire(bet.stake) },
        version: ctx.clock.now().getTime(),
      })
    return ok(await replyOf(tx, accepted, wallet, { isApplied: true }))
  })
}

const isFreeOf = ({ free_bet_id }: BetRow) => ({ isFree: free_bet_id !== null })

/** Null unless every selection of the bet is named once. */
function atAcceptedOdds(bet: BetRow, { selections: accepted }: Input): StoredSelection[] | null {
  const stored = readSelections(bet.selections)
  const byId = new Map(accepted.map((each) => [each.id, each]))
  if (byId.size !== accepted.length || byId.size !== stored.length || stored.some(({ id }) => !byId.has(id)))
    return null
  return stored.map((selection) => {
    const { odds, marketVersion } = byId.get(selection.id)!
    return { ...selection, odds, marketVersion }
  })
}

function areAllowed(bet: BetRow, placed: StoredSelection[], accepted: StoredSelection[]): boolean {
  return placed.every((selection, at) => {
    const difference = readOdds(accepted[at]!.odds) - readOdds(selection.odds)
    return bet.odds_policy === 'any' || difference === 0n || (bet.odds_policy === 'higher' && difference > 0n)
  })
}
