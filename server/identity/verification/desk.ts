/** Documents at the desk: the queue, a document beside its player's profile, its file, and the decision. */
import { z } from 'zod'
import type * as contract from '#contract/desk/documents.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { DocumentStatus } from '#contract/verification.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { FileReply } from '../../kernel/http/files.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { statusName } from '../players/lock-status.ts'
import { readDetails, readPlayer } from '../players/players.ts'
import * as review from './decide-document.ts'
import { type DocumentRow, toDocument } from './internal/documents.ts'
import { documentState } from './internal/states.ts'
import { findAnyDocument, listForReview } from './review-documents.ts'

const pageSize = 50
/** When it was uploaded, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

function toDesk(row: DocumentRow): contract.DeskDocument {
  const { id, type, name, mimeType, size, createdAt, comment } = toDocument(row)
  return {
    id,
    playerId: row.player_id,
    type,
    name,
    mimeType,
    size,
    state: documentState(row),
    createdAt,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: comment,
  }
}

export async function listDocuments(
  { db }: DeskCtx,
  { state, after }: VerbInput<typeof contract.listDocuments>,
): Promise<Result<ReplyOf<typeof contract.listDocuments>>> {
  const found = await listForReview(db, {
    status: DocumentStatus[state],
    after: readKey(after, Key),
    limit: pageSize + 1,
  })
  const { rows, next } = pageOf(found, pageSize, ({ created_at, id }) => [created_at, id])
  return ok({ documents: rows.map(toDesk), next })
}

export async function readDocument(
  ctx: DeskCtx,
  { documentId }: VerbInput<typeof contract.readDocument>,
): Promise<Result<contract.DocumentCase, 'documentNotFound'>> {
  const { kysely } = ctx.db
  const documents = kysely.selectFrom('verification.documents').selectAll().where('lost_at', 'is', null)
  const row = await documents.where('id', '=', documentId).executeTakeFirst()
  if (!row) return refuse('documentNotFound')
  const playerId = row.player_id
  await audit(kysely, ctx, { action: 'document-read', playerId, detail: { document: documentId } })
  const others = await documents
    .where('player_id', '=', playerId)
    .where('id', '<>', documentId)
    .orderBy('created_at', 'desc')
    .execute()
  const player = await readPlayer(kysely, playerId)
  return ok({
    document: toDesk(row),
    player: {
      id: playerId,
      status: statusName(player.status),
      firstName: player.first_name,
      lastName: player.last_name,
      country: player.country,
      email: player.email,
      phone: player.phone,
      identityVerifiedAt: player.identity_verified_at?.toISOString() ?? null,
      createdAt: player.created_at.toISOString(),
      details: readDetails(player.details),
    },
    others: others.map(toDesk),
  })
}

export async function downloadDocument(
  ctx: DeskCtx,
  { documentId }: VerbInput<typeof contract.downloadDocument>,
): Promise<Result<FileReply, 'documentNotFound'>> {
  const document = await findAnyDocument(ctx, documentId)
  const file = document && (await ctx.partners.storage.open(documentId))
  if (document && !file) ctx.log.error({ document: documentId }, 'the file of a document is missing')
  if (!document || !file) return refuse('documentNotFound')
  return ok(new FileReply({ ...document, size: file.size, bytes: file.stream() }))
}

export async function decideDocument(
  ctx: DeskCtx,
  { documentId, decision, reason, seen }: VerbInput<typeof contract.decideDocument>,
): Promise<Result<contract.DeskDocument, RefusalOf<typeof contract.decideDocument>>> {
  const decided = await review.decideDocument(ctx, {
    id: documentId,
    decision,
    reason,
    seen: seen === null ? null : new Date(seen),
  })
  return decided.ok ? ok(toDesk(decided.value.row)) : decided
}
