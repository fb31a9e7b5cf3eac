/** Undoes a bet by its transaction id; one that has not come yet will be refused when it does. Ignores sessions and expiry, as wins do. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PartnerCtx } from '../../http/bind.ts'
import type { Movement, PostResult } from '../../ledger/ledger.ts'
import { returnFreespin } from '../bonuses/free-spins.ts'
import { wagerPercentOf } from '../bonuses/wager-percent.ts'
import { movementOf, readPlayerLaunch, walletAnswer } from './internal/studio-call.ts'

type Call = typeof contract.studioRollback

export async function studioRollback(
  ctx: PartnerCtx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const launch = readPlayerLaunch(ctx, input, null)
  if (!launch) return refuse('launchTokenInvalid')
  const wagerPercent = await wagerPercentOf(ctx, {
    playerId: launch.playerId,
    currency: input.currency,
    gameId: input.gameId,
  })
  const movement = movementOf(ctx, input, launch, {
    kind: 'rollback',
    amount: 0,
    isFinished: true,
    betTransactionId: input.betTransactionId,
    wagerPercent,
  })
  const posted = await post(ctx, movement, input.betTransactionId)
  if (posted.ok) return ok(walletAnswer(input, launch, posted.value))
  switch (posted.refusal) {
    case 'betNotFound':
    case 'accountNotFound':
      return refuse('betNotFound')
    case 'idempotencyConflict':
      return refuse('transactionConflict')
    case 'betRolledBack':
      return refuse('betRolledBack')
    case 'betAlreadyPaid':
      return refuse('betAlreadyPaid')
    default:
      throw new Error(`a rollback was refused as ${posted.refusal}`)
  }
}

/** A free spin comes back in the transaction that undoes its bet; every other rollback goes the short way. */
async function post(ctx: PartnerCtx, movement: Movement, betKey: string): Promise<PostResult> {
  const { actor } = movement
  const use = await ctx.db.kysely
    .selectFrom('bonuses.freespin_uses')
    .select('freespin_id')
    .where('actor', '=', actor)
    .where('bet_key', '=', betKey)
    .executeTakeFirst()
  if (!use) return ctx.ledger.post(movement)
  return ctx.db.transaction(async (tx) => {
    const posted = await ctx.ledger.postIn(tx, movement)
    if (posted.ok && !posted.value.isReplay) await returnFreespin(tx, ctx, { actor, key: betKey })
    return posted
  })
}
