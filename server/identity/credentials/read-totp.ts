import type * as contract from '#contract/credentials.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function readTotp({ db, caller }: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readTotp>>> {
  const { id } = caller.player
  const row = await db.kysely
    .selectFrom('credentials.totps')
    .select('enabled_at')
    .where('player_id', '=', id)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return ok({ isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 })
  const { left } = await db.kysely
    .selectFrom('credentials.recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('player_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return ok({ isEnabled: true, enabledAt: row.enabled_at!.toISOString(), recoveryCodesLeft: Number(left) })
}
