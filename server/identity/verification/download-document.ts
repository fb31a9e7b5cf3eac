import type * as contract from '#contract/verification.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { FileReply } from '../../kernel/http/files.ts'
import { findDocument } from './internal/documents.ts'

type Endpoint = typeof contract.downloadDocument

export async function downloadDocument(
  ctx: PlayerCtx,
  { id }: VerbInput<Endpoint>,
): Promise<Result<FileReply, RefusalOf<Endpoint>>> {
  const document = await findDocument(ctx.db.kysely, { playerId: ctx.caller.player.id, id })
  if (!document) return refuse('documentNotFound')
  const file = await ctx.partners.storage.open(id)
  if (!file) {
    ctx.log.error({ document: id }, 'the file of a document is missing')
    return refuse('documentNotFound')
  }
  return ok(new FileReply({ name: document.name, mimeType: document.mime_type, size: file.size, bytes: file.stream() }))
}
