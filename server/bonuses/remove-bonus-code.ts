import type * as contract from '#contract/bonuses.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { publishCode } from './internal/publish-code.ts'

type Endpoint = typeof contract.removeBonusCode

/** Removes an unused code, which may be added again. Another player's code is not found. */
export async function removeBonusCode(
  ctx: PlayerCtx,
  { playerBonusCodeId }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Endpoint>>> => {
    const removed = await tx
      .deleteFrom('bonuses.player_codes')
      .where('id', '=', playerBonusCodeId)
      .where('player_id', '=', ctx.caller.player.id)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!removed) return refuse('codeNotFound')
    await publishCode(tx, removed, 2)
    return ok()
  })
}
