/** A player uploads a document: counted, received, inspected, and stored within the quota. */
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/verification.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { UploadCtx } from '../../kernel/http/bind.ts'
import { mayAttempt, perHour, perDay } from '../../kernel/attempts.ts'
import { audit } from '../../kernel/audit.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { lockStatus } from '../players/lock-status.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasRoom, lockDocuments, toDocument } from './internal/documents.ts'
import { documentMessage } from './internal/document-words.ts'
import { receiveFile, type Received } from './internal/receive-file.ts'

type Endpoint = typeof contract.uploadDocument
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

const attempts = (playerId: string) => [
  { key: `document:player-hour:${playerId}`, limit: perHour(40) },
  { key: `document:player-day:${playerId}`, limit: perDay(120) },
]

export async function uploadDocument(ctx: UploadCtx): Promise<Answer> {
  const playerId = ctx.caller.player.id
  if (!(await mayAttempt(ctx, attempts(playerId))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  if (!(await hasRoom(ctx.db.kysely, playerId, 1))) return refuseForRoom(ctx)
  const id = randomUUID()
  let isKept = false
  try {
    const received = await receiveFile(ctx, id)
    if (!received.ok) return received
    const answer = await storeDocument(ctx, id, received.value)
    isKept = answer.ok
    return answer
  } finally {
    if (!isKept) await ctx.partners.storage.remove(id)
  }
}

async function storeDocument(ctx: UploadCtx, id: string, { type, name, mimeType, size }: Received): Promise<Answer> {
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx) => {
    // Before the session: withdrawals that wait for this document are locked below the player.
    await lockStatus(tx, playerId)
    // The session may have ended while the file was uploaded.
    await lockOpenSession(tx, ctx)
    await lockDocuments(tx, playerId)
    if (!(await hasRoom(tx, playerId, size))) return refuseForRoom(ctx)
    const row = await tx
      .insertInto('verification.documents')
      .values({ id, player_id: playerId, type, name, mime_type: mimeType, size, created_at: ctx.clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: 'document-uploaded',
      playerId,
      sessionId,
      detail: { document: id, type, mimeType, size },
    })
    for (const { reviewProofs } of ctx.lifecycles) await reviewProofs?.(ctx, tx, playerId)
    return ok(toDocument(row))
  })
}

function refuseForRoom(ctx: UploadCtx) {
  return refuse('quotaReached', { fields: { file: [documentMessage(ctx, 'tooMany')] } })
}
