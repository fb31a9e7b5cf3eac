import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { FileReply } from '../kernel/http/files.ts'

type Endpoint = typeof contract.downloadChatAttachment

/** A player's own attachment, as a download that no browser renders. */
export async function downloadAttachment(
  ctx: PlayerCtx,
  { id }: VerbInput<Endpoint>,
): Promise<Result<FileReply, RefusalOf<Endpoint>>> {
  const row = await ctx.db.kysely
    .selectFrom('chat.attachments')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', ctx.caller.player.id)
    .executeTakeFirst()
  const file = row && (await ctx.partners.storage.open(id))
  if (!file) return refuse('documentNotFound')
  return ok(new FileReply({ name: row.name, mimeType: row.mime_type, size: file.size, bytes: file.stream() }))
}
