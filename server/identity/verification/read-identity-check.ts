import type * as contract from '#contract/verification.ts'
import { IdentityCheckStatus } from '#contract/verification.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function readIdentityCheck(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readIdentityCheck>>> {
  const row = await ctx.db.kysely
    .selectFrom('verification.checks')
    .select(['status', 'comment', 'updated_at'])
    .where('player_id', '=', ctx.caller.player.id)
    .executeTakeFirst()
  return ok({
    isEnabled: ctx.partners.identityCheck !== null,
    status: IdentityCheckStatus.parse(row?.status ?? 'none'),
    comment: row?.comment ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  })
}
