import type * as contract from '#contract/verification.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { toDocument } from './internal/documents.ts'

/** The quota keeps the list short, so it has no pages. */
export async function listDocuments(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.listDocuments>>> {
  const rows = await ctx.db.kysely
    .selectFrom('verification.documents')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
    .where('lost_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return ok(rows.map(toDocument))
}
