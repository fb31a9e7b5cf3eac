/** Takes a stake. A bet obeys everything: the launch, the player's session, breaks, the funds, and the terms of a bonus. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { rollback } from '../../db/connect.ts'
import type { PartnerCtx } from '../../http/bind.ts'
import type { Movement, PostResult } from '../../ledger/ledger.ts'
import { hasFreespin, lockFreespin, type Spin, useFreespin } from '../bonuses/free-spins.ts'
import { wagerPercentOf } from '../bonuses/wager-percent.ts'
import { isSessionOpen } from '../sessions/is-session-open.ts'
import { isExcluded } from '../limits/exclusion.ts'
import { movementOf, readPlayerLaunch, walletAnswer } from './internal/studio-call.ts'
import { publishBonusRefusal } from './internal/publish-bonus-refusal.ts'

type Call = typeof contract.studioBet

export async function studioBet(
  ctx: PartnerCtx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const launch = readPlayerLaunch(ctx, input, ctx.clock.now())
  if (!launch) return refuse('launchTokenInvalid')
  const spin: Spin = {
    playerId: launch.playerId,
    currency: input.currency,
    gameId: input.gameId,
    amount: BigInt(input.amount),
  }
  const [isOpen, isBarred, wagerPercent, isFree] = await Promise.all([
    isSessionOpen(ctx, launch, { isAct: true }),
    isExcluded(ctx, launch.playerId),
    wagerPercentOf(ctx, spin),
    hasFreespin(ctx, spin),
  ])
  if (!isOpen) return refuse('launchTokenInvalid')
  if (isBarred) return refuse('playerExcluded')
  const movement = movementOf(ctx, input, launch, {
    kind: 'bet',
    amount: input.amount,
    isFinished: false,
    wagerPercent,
  })
  const posted = (isFree ? await postFree(ctx, movement, spin) : null) ?? (await ctx.ledger.post(movement))
  if (posted.ok) return ok(walletAnswer(input, launch, posted.value))
  if (posted.refusal === 'maxBetExceeded' || (posted.refusal === 'insufficientFunds' && wagerPercent === 0))
    await publishBonusRefusal(ctx, spin, posted.refusal)
  switch (posted.refusal) {
    case 'insufficientFunds':
    case 'accountNotFound':
      return refuse('insufficientFunds')
    case 'maxBetExceeded':
      return refuse('maxBetExceeded')
    case 'idempotencyConflict':
      return refuse('transactionConflict')
    case 'betRolledBack':
      return refuse('betRolledBack')
    case 'roundClosed':
      return refuse('roundClosed')
    default:
      throw new Error(`a bet was refused as ${posted.refusal}`)
  }
}

/** The stake of a free spin is the house's, and the spin is counted in the transaction of the bet. Null where the last one is gone by now. */
async function postFree(ctx: PartnerCtx, movement: Movement, spin: Spin): Promise<PostResult | null> {
  return ctx.db.transaction(async (tx): Promise<PostResult | null> => {
    const row = await lockFreespin(tx, ctx, spin)
    if (!row) return null
    const transfers = movement.transfers.map((transfer) => ({
      ...transfer,
      from: `house:bonus-expense:${spin.currency}`,
    }))
    const posted = await ctx.ledger.postIn(tx, { ...movement, transfers })
    if (!posted.ok) return rollback(posted)
    if (!posted.value.isReplay) await useFreespin(tx, ctx, row, { actor: movement.actor, key: movement.idempotencyKey })
    return posted
  })
}
