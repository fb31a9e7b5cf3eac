import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'

/** Codes that were added and not used yet. */
export async function listBonusCodes(
  ctx: PlayerCtx,
  { trigger }: VerbInput<typeof contract.listBonusCodes>,
): Promise<Result<ReplyOf<typeof contract.listBonusCodes>>> {
  let codes = ctx.db.kysely
    .selectFrom('bonuses.player_codes')
    .select(['id', 'code', 'bonus_id', 'trigger'])
    .where('player_id', '=', ctx.caller.player.id)
    .where('used_at', 'is', null)
  if (trigger !== undefined) codes = codes.where('trigger', '=', trigger)
  const rows = await codes.orderBy('added_at').execute()
  return ok(
    rows.map((row) => ({
      playerBonusCodeId: row.id,
      bonusCode: row.code,
      bonusId: row.bonus_id,
      trigger: row.trigger,
    })),
  )
}
