/** A decision about an accepted bet: states where the bet is afterwards, and posts the difference. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type { BetReply, BetStatus } from '#contract/sportsbook-protocol.ts'
import { settle } from '#contract/settlement/settle.ts'
import { remainderIn } from '#contract/exact-number.ts'
import type { Ctx, Tx } from '../../deps.ts'
import type { PartnerCtx } from '../../kernel/http/bind.ts'
import { record } from '../../kernel/facts/fact.ts'
import { sportsBetDecided } from '../../kernel/facts/kinds.ts'
import { append } from '../../kernel/outbox/append.ts'
import { noteRemainder } from '../../ledger/index.ts'
import { type BonusFate, readBonusFate } from '../../bonuses/index.ts'
import { policyOf, readClosed } from '../../identity/index.ts'
import {
  afterPosting,
  type BetRow,
  labelOf,
  lockBet,
  readSelections,
  replyOf,
  slipOf,
  type StoredSelection,
  walletOf,
  type WalletState,
} from './bets.ts'
import { actorOf, decisionDigest, once } from './calls.ts'
import { changeOf, recount } from './counts.ts'
import { payDebts } from './debts.ts'
import { returnFreeBet, stakeFreeBet } from './free-bets.ts'
import { noteLatePayout } from './late-payouts.ts'
import { missingBet } from './missing-bet.ts'
import { type Change, movementOf, partsOf } from './movements.ts'
import { type BetMove, betStates } from './states.ts'

type Results = Array<
  Pick<StoredSelection, 'id' | 'deadHeat' | 'placeResult' | 'placeDeadHeat'> & {
    result: NonNullable<StoredSelection['result']>
  }
>
export type Decision = {
  sportsbook: string
  requestId: string
  betId: string
  call: Change['call']
  sequence: number
  payout: number
  /** The stake that continues. */
  openStake: number
  /** What is left over of the payout; left out for none. */
  remainder?: string
  reason?: string
  actor?: string
  /** The bet that an edit buys with the price; the player is told of that one. */
  replacedBy?: string
  /** Of a settlement. */
  results?: Results
}
/**
 * Of a call that states neither its sequence nor the whole payout: what follows from the bet, which is locked; null if
 * the call does not come next, and `overtaken` if it never will.
 */
type Resolve = (
  tx: Tx,
  bet: BetRow,
) => Promise<Pick<Decision, 'sequence' | 'payout' | 'openStake'> | 'overtaken' | null>
type Refusal =
  | 'betNotFound'
  | 'betDeclined'
  | 'betNotAccepted'
  | 'betEnded'
  | 'sequenceConflict'
  | 'payoutTooLarge'
  | 'payoutTooSmall'
  | 'stakeTooLarge'
  | 'freeBetNotCashedOut'
  | 'requestConflict'
type Answer = Result<BetReply, Refusal>

/** A call in the site's own protocol: its payout was rounded down when it was read. */
export async function decideCall(ctx: PartnerCtx, input: Decision): Promise<Answer> {
  const remainder = remainderIn(ctx.partner.rawBody, 'payout')
  return decide(ctx, { ...input, ...(remainder !== null && { remainder }) })
}

export async function decide(ctx: Ctx, input: Decision): Promise<Answer> {
  const answer = await decideNext(ctx, input, async () => input)
  if (!answer.ok && answer.refusal === 'transactionNotLast') throw new Error('a decision with a sequence comes next')
  return answer as Answer
}

type NextAnswer = Result<BetReply, Refusal | 'transactionNotLast'>

export async function decideNext(ctx: Ctx, decision: Decision, resolve: Resolve): Promise<NextAnswer> {
  return once(ctx, decision, async (tx, digest): Promise<NextAnswer> => {
    const decided = await decideWithin(ctx, tx, { decision, digest }, resolve)
    if (!decided.ok) return decided
    const { bet, wallet, isApplied } = decided.value
    return ok(await replyOf(tx, bet, wallet, { isApplied }))
  })
}

type Decided = Locked & { isApplied: boolean }

/** Inside a call that is answered once; refuses before it writes anything. */
export async function decideWithin(
  ctx: Ctx,
  tx: Tx,
  { decision, digest }: { decision: Decision; digest: string },
  resolve: Resolve,
): Promise<Result<Decided, Refusal | 'transactionNotLast'>> {
  const locked = await lockBet(tx, decision.sportsbook, decision.betId)
  if (!locked) return refuse(await missingBet(tx, decision))
  const { bet } = locked
  if (bet.status === 'declined') return refuse('betDeclined')
  if (bet.status === 'held') return refuse('betNotAccepted')
  const resolved = await resolve(tx, bet)
  if (!resolved) return refuse('transactionNotLast')
  if (resolved === 'overtaken') return ok({ ...locked, isApplied: false })
  const input = { ...decision, ...resolved }
  // No decision is later than the last one.
  if (input.sequence <= bet.sequence) {
    const earlier = await tx
      .selectFrom('sports.decisions')
      .select('digest')
      .where('bet', '=', bet.id)
      .where('sequence', '=', input.sequence)
      .executeTakeFirst()
    if (earlier && earlier.digest !== decisionDigest(input)) return refuse('sequenceConflict')
    if (earlier) return ok({ ...locked, isApplied: false })
  }
  if (input.sequence < bet.sequence) {
    await tx
      .insertInto('sports.decisions')
      .values({ ...decisionRow(ctx, bet, input), is_applied: false })
      .execute()
    return ok({ ...locked, isApplied: false })
  }
  const refusal = whyNot(bet, input)
  if (refusal) return refuse(refusal)
  return ok({ ...(await apply(ctx, tx, locked, input, digest)), isApplied: true })
}

function moveOf({ call, openStake }: Decision): BetMove {
  if (call === 'cash-out') return openStake > 0 ? 'partlyCashedOut' : 'cashedOut'
  return ({ settle: 'settled', unsettle: 'reopened', void: 'voided' } as const)[call]
}

function whyNot(bet: BetRow, input: Decision): Refusal | null {
  if (!betStates.may(bet.status as BetStatus, moveOf(input))) return 'betEnded'
  const payout = BigInt(input.payout)
  const isFree = bet.free_bet_id !== null
  if (isFree && input.call === 'cash-out') return 'freeBetNotCashedOut'
  if (payout > bet.maximum_payout) return 'payoutTooLarge'
  const returned = isFree ? 0n : bet.stake - bet.cashed_out_stake
  if (input.call === 'void' && payout > bet.cashed_out + returned) return 'payoutTooLarge'
  if (input.call === 'cash-out' && payout < bet.payout) return 'payoutTooSmall'
  const mostOpen = input.call === 'unsettle' ? bet.stake : bet.open_stake - 1n
  return BigInt(input.openStake) > mostOpen && input.openStake > 0 ? 'stakeTooLarge' : null
}

type Locked = { bet: BetRow; wallet: WalletState }

async function apply(
  ctx: Ctx,
  tx: Tx,
  { bet, wallet: before }: Locked,
  input: Decision,
  digest: string,
): Promise<Locked> {
  const now = ctx.clock.now()
  const wallet = walletOf(bet)
  const decidedStake = bet.open_stake - BigInt(input.openStake)
  const change = BigInt(input.payout) - bet.payout
  const [wasPaid, isPaid] = [partsOf(bet, bet.payout), partsOf(bet, BigInt(input.payout))]
  const isFree = bet.free_bet_id !== null
  const wasVoid = bet.status === 'voided'
  const isVoid = input.call === 'void'
  // A closure takes the wallets' lock as well, so it is over or comes after this decision.
  const isClosed = change > 0n && (await readClosed(tx, [bet.player_id])).length > 0
  const { kind, transfers, debt, arrived, forfeited } = movementOf(
    {
      call: input.call,
      decidedStake,
      returnedStake: isFree ? (isVoid ? bet.stake : 0n) - (wasVoid ? bet.stake : 0n) : 0n,
      paid: { cash: isPaid.cash - wasPaid.cash, bonus: isPaid.bonus - wasPaid.bonus },
      fate: await fateOf(tx, bet, { isClosed }),
      debt: bet.debt,
      funds: before,
    },
    wallet,
  )
  const idempotencyKey = `${input.call}:${input.betId}:${input.sequence}`
  // Also without a transfer: consumers of play follow movements.
  const posted = await ctx.ledger.postIn(tx, {
    kind,
    transfers,
    wallet,
    actor: actorOf(input.sportsbook),
    idempotencyKey,
    requestHash: digest,
    reference: { kind: 'bet', id: bet.id, label: labelOf(readSelections(bet.selections)) },
    at: now,
  })
  if (!posted.ok) throw new Error(`a decision about a bet was not posted: ${posted.refusal}`)
  if (input.remainder !== undefined && change > 0n)
    await noteRemainder(ctx, tx, {
      actor: actorOf(input.sportsbook),
      idempotencyKey,
      currency: bet.currency,
      remainder: input.remainder,
    })
  if (isFree && isVoid && !wasVoid) await returnFreeBet(tx, { id: bet.free_bet_id!, bet: bet.id })
  if (isFree && wasVoid && !isVoid) await stakeFreeBet(tx, { id: bet.free_bet_id!, bet: bet.id })
  if (isClosed && arrived > 0n) await noteLatePayout(tx, wallet, now)
  const { to } = betStates.move(bet.status as BetStatus, moveOf(input), 'partner')
  // No decision declines a bet, or takes back that it was accepted.
  const status = to as Exclude<BetStatus, 'held' | 'declined'>
  const isOpen = input.openStake > 0
  const selections = withResults(bet, input)
  const expected = expectedPayout(bet, input, selections)
  if (expected !== null && expected !== BigInt(input.payout))
    ctx.log.warn(
      { bet: bet.id, payout: input.payout, expected: String(expected) },
      'a bet was settled with another payout than its results give',
    )
  const columns = {
    status,
    open_stake: BigInt(input.openStake),
    payout: BigInt(input.payout),
    debt,
    forfeited: bet.forfeited + forfeited,
    sequence: input.sequence,
    expected_payout: expected,
    // A cash-out, and a bet that is open again, state what was cashed out so far.
    ...((isOpen || input.call === 'cash-out') && {
      cashed_out: BigInt(input.payout),
      cashed_out_stake: bet.stake - BigInt(input.openStake),
    }),
    changed_at: now,
    ended_at: isOpen ? null : now,
  }
  const changed: BetRow = { ...bet, ...columns }
  const changes = { movement_id: posted.value.movementId, ...changeOf(bet, changed) }
  await tx
    .with('decided', (db) =>
      db.insertInto('sports.decisions').values({ ...decisionRow(ctx, bet, input), is_applied: true, ...changes }),
    )
    .updateTable('sports.bets')
    .set({ ...columns, selections: JSON.stringify(selections) })
    .where('id', '=', bet.id)
    .execute()
  await recount(tx, bet, changed)
  // The wallets are locked, as they are when a withdrawal is decided: it finds the debt, or is found here.
  if (debt > bet.debt)
    for (const { reviewUnsent } of ctx.lifecycles) await reviewUnsent?.(ctx, tx, bet.player_id, 'debt')
  await record(tx, sportsBetDecided, {
    player: bet.player_id,
    subject: bet.id,
    data: { currency: bet.currency, status, stake: bet.stake, decidedStake, payout: BigInt(input.payout), change },
  })
  if (status !== 'accepted' && input.replacedBy === undefined)
    await append(tx, {
      channel: playerChannel('game:bets', bet.player_id),
      event: 'game.bet.decided',
      payload: {
        betId: bet.id,
        event: labelOf(selections),
        currency: bet.currency,
        result: status,
        stake: isFree ? 0 : toWire(bet.stake),
        payout: input.payout,
      },
      version: now.getTime(),
    })
  const after = { ...afterPosting(before, posted.value), debts: before.debts + debt - bet.debt }
  const isDeducted =
    arrived > 0n && after.debts > 0n && (await policyOf(tx, ctx.settings, bet.player_id)).isDebtDeducted
  if (!isDeducted) return { bet: changed, wallet: after }
  const cause = `${input.call}:${input.betId}:${input.sequence}`
  const paid = await payDebts(ctx, tx, { wallet, atMost: arrived, cause })
  return { bet: changed, wallet: { ...after, cash: after.cash - paid, debts: after.debts - paid } }
}

/** A closed account has no bonus any more, even if the job that ends it has not run yet. */
async function fateOf(tx: Tx, bet: BetRow, { isClosed }: { isClosed: boolean }): Promise<BonusFate> {
  const fate = bet.bonus_stake > 0n ? await readBonusFate(tx, bet.bonus_id!) : 'active'
  return isClosed && fate === 'active' ? 'over' : fate
}

/** A bet that is open again has no results. */
function withResults(bet: BetRow, { call, results = [] }: Decision): StoredSelection[] {
  const byId = new Map(results.map((each) => [each.id, each]))
  return readSelections(bet.selections).map((selection) => {
    const { result: _result, placeResult: _place, deadHeat: _heat, placeDeadHeat: _placeHeat, ...plain } = selection
    return call === 'unsettle' ? plain : { ...selection, ...byId.get(selection.id) }
  })
}

/** By our own calculation; null where the results do not decide it. */
function expectedPayout(bet: BetRow, { call }: Decision, selections: StoredSelection[]): bigint | null {
  const isDecided = selections.every(({ result, placeResult }) => result && (placeResult || !bet.is_each_way))
  const stake = bet.stake - bet.cashed_out_stake
  if (call !== 'settle' || !isDecided || stake === 0n) return null
  const { kind, system_sizes: systemSizes, is_each_way: isEachWay } = bet
  const outcomes = selections.map(({ result, deadHeat, placeResult, placeDeadHeat }) => ({
    result: result!,
    deadHeat,
    placeResult,
    placeDeadHeat,
  }))
  const won = settle(slipOf({ kind, systemSizes, isEachWay, selections, stake }), outcomes)
  const payout = bet.free_bet_id ? (won > stake ? won - stake : 0n) : bet.cashed_out + won
  return payout < bet.maximum_payout ? payout : bet.maximum_payout
}

function decisionRow(ctx: Ctx, bet: BetRow, input: Decision) {
  return {
    bet: bet.id,
    sequence: input.sequence,
    call: input.call,
    digest: decisionDigest(input),
    payout: BigInt(input.payout),
    open_stake: BigInt(input.openStake),
    reason: input.reason ?? null,
    actor: input.actor ?? null,
    at: ctx.clock.now(),
    request_id: input.requestId,
  }
}
