/** A player uploads a file for the next message, under the same checks as a document. Guests cannot upload. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import { documentLimits } from '#contract/fields/document-limits.ts'
import { lockNamed } from '../kernel/locks.ts'
import type { Tx } from '../deps.ts'
import type { UploadCtx } from '../kernel/http/bind.ts'
import { mayAttempt, perHour, perDay } from '../kernel/attempts.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { receiveUpload } from '../kernel/receive-upload.ts'
import { lockOpenSession, uploadMessage } from '../identity/index.ts'
import { toAttachment } from './internal/messages.ts'

type Endpoint = typeof contract.uploadChatAttachment
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

const attempts = (playerId: string) => [
  { key: `chat-file:player-hour:${playerId}`, limit: perHour(20) },
  { key: `chat-file:player-day:${playerId}`, limit: perDay(60) },
]

export async function uploadAttachment(ctx: UploadCtx): Promise<Answer> {
  const playerId = ctx.caller.player.id
  if (!ctx.settings.chat.isBuiltIn) return refuse('chatOff')
  if (!(await mayAttempt(ctx, attempts(playerId))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const id = randomUUID()
  let isKept = false
  try {
    const { file } = await receiveUpload(ctx, id)
    if (!file.ok) return refuse('fileRefused', { fields: { file: [uploadMessage(ctx, file.refusal)] } })
    const answer = await ctx.db.transaction(async (tx): Promise<Answer> => {
      // The file took its time to arrive.
      await lockOpenSession(tx, ctx)
      if (!(await hasRoom(tx, playerId, file.value.size)))
        return refuse('quotaReached', { fields: { file: [uploadMessage(ctx, 'tooMany')] } })
      const { name, mimeType, size } = file.value
      const row = await tx
        .insertInto('chat.attachments')
        .values({ id, player_id: playerId, name, mime_type: mimeType, size, created_at: ctx.clock.now() })
        .returningAll()
        .executeTakeFirstOrThrow()
      return ok(toAttachment(row))
    })
    isKept = answer.ok
    return answer
  } finally {
    if (!isKept) await ctx.partners.storage.remove(id)
  }
}

/** As much as a player may have in documents; the lock keeps simultaneous uploads within it. */
async function hasRoom(tx: Tx, playerId: string, bytes: number): Promise<boolean> {
  await lockNamed(tx, 'chat files', playerId)
  const { stored } = await tx
    .selectFrom('chat.attachments')
    .where('player_id', '=', playerId)
    .select(({ fn }) => fn.coalesce(fn.sum<bigint>('size'), sql<bigint>`0`).as('stored'))
    .executeTakeFirstOrThrow()
  return Number(stored) + bytes <= documentLimits.maxTotalBytes
}
