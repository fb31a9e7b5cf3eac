/** A player deletes a document. Approved documents remain, because the operator may have to produce them. */
import type * as contract from '#contract/verification.ts'
import { DocumentStatus } from '#contract/verification.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { lockStatus } from '../players/lock-status.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'

type Endpoint = typeof contract.deleteDocument
type Answer = Result<void, RefusalOf<Endpoint>>

export async function deleteDocument(ctx: PlayerCtx, { id }: VerbInput<Endpoint>): Promise<Answer> {
  const { id: playerId, sessionId } = ctx.caller.player
  const deleted = await ctx.db.transaction(async (tx): Promise<Answer> => {
    await lockStatus(tx, playerId)
    await lockOpenSession(tx, ctx)
    const row = await tx
      .selectFrom('verification.documents')
      .select('status')
      .where('id', '=', id)
      .where('player_id', '=', playerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('documentNotFound')
    if (row.status === DocumentStatus.approved) return refuse('documentApproved')
    await tx.deleteFrom('verification.documents').where('id', '=', id).execute()
    await audit(tx, ctx, { action: 'document-deleted', playerId, sessionId, detail: { document: id } })
    for (const { reviewProofs } of ctx.lifecycles) await reviewProofs?.(ctx, tx, playerId)
    return ok()
  })
  // The file is deleted after the row: a file without a row is removed later, but a row without a file counts as a
  // loss.
  if (deleted.ok) await ctx.partners.storage.remove(id)
  return deleted
}
