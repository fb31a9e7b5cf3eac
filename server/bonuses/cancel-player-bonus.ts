/** Cancels a bonus: its money is removed, cash is unaffected, even while a round is open. */
import type * as contract from '#contract/bonuses.ts'
import { BonusStatus } from '#contract/bonuses.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { lockBonusWallet } from '../wallet/index.ts'
import { isCompleted } from './internal/completed.ts'
import { finish } from './internal/play-with.ts'
import { lockOwnBonus, lockOwnFreespin, moveFreespin, presentBonus, presentFreespin } from './internal/rows.ts'

type Bonus = typeof contract.cancelPlayerBonus
type Freespin = typeof contract.cancelPlayerFreespin

export async function cancelPlayerBonus(
  ctx: PlayerCtx,
  { id }: VerbInput<Bonus>,
): Promise<Result<ReplyOf<Bonus>, RefusalOf<Bonus>>> {
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Bonus>, RefusalOf<Bonus>>> => {
    const row = await lockOwnBonus(tx, ctx.caller.player.id, id)
    if (!row) return refuse('bonusNotFound')
    if (row.status === BonusStatus.finished) return refuse('isOver')
    // A completed bonus that only waits for the job that ends it belongs to the player.
    const ending = (await isCompleted(tx, row, await lockBonusWallet(tx, row))) ? 'played' : 'cancelled'
    return ok(await presentBonus(tx, await finish(tx, ctx, row, ending), ctx.caller.locale))
  })
}

export async function cancelPlayerFreespin(
  ctx: PlayerCtx,
  { id }: VerbInput<Freespin>,
): Promise<Result<ReplyOf<Freespin>, RefusalOf<Freespin>>> {
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Freespin>, RefusalOf<Freespin>>> => {
    const row = await lockOwnFreespin(tx, ctx.caller.player.id, id)
    if (!row) return refuse('bonusNotFound')
    if (row.status === BonusStatus.finished) return refuse('isOver')
    return ok(
      presentFreespin(
        await moveFreespin(tx, row, { move: 'cancelled', by: 'player', at: ctx.clock.now() }, ctx.caller.locale),
        ctx.caller.locale,
      ),
    )
  })
}
