import type * as contract from '#contract/credentials.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { toPasskey } from './internal/passkeys.ts'

export async function listPasskeys(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.listPasskeys>>> {
  const rows = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('player_id', '=', ctx.caller.player.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return ok(rows.map(toPasskey))
}
