/** Messages of the contact form at the desk. */
import { z } from 'zod'
import type * as contract from '#contract/desk/contact-messages.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { answerCommunication } from './answer-communication.ts'
import { type CommunicationRow, findCommunication, listCommunications } from './list-communications.ts'

const pageSize = 50
/** When it was sent, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

function toDesk(row: CommunicationRow): contract.ContactMessage {
  const { id, player_id, email, message, locale, created_at, answer, operator, answered_at } = row
  return {
    id,
    playerId: player_id,
    email,
    message,
    locale,
    createdAt: created_at.toISOString(),
    answer: answer === null ? null : { text: answer, operator: operator!, at: answered_at!.toISOString() },
  }
}

export async function listContactMessages(
  { db }: DeskCtx,
  { state, after }: VerbInput<typeof contract.listContactMessages>,
): Promise<Result<ReplyOf<typeof contract.listContactMessages>>> {
  const found = await listCommunications(db, { state, after: readKey(after, Key), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize, ({ created_at, id }) => [created_at, id])
  return ok({ messages: rows.map(toDesk), next })
}

export async function readContactMessage(
  ctx: DeskCtx,
  { messageId }: VerbInput<typeof contract.readContactMessage>,
): Promise<Result<contract.ContactMessage, 'messageNotFound'>> {
  const row = await findCommunication(ctx.db, messageId)
  if (!row) return refuse('messageNotFound')
  const detail = { communication: messageId }
  await audit(ctx.db.kysely, ctx, { action: 'communication-read', playerId: row.player_id, detail })
  return ok(toDesk(row))
}

export async function answerContactMessage(
  ctx: DeskCtx,
  { messageId, answer }: VerbInput<typeof contract.answerContactMessage>,
): Promise<Result<contract.ContactMessage, RefusalOf<typeof contract.answerContactMessage>>> {
  const answered = await answerCommunication(ctx, { id: messageId, answer })
  // The operator's own reply whose answer was lost is sent again.
  const row = await findCommunication(ctx.db, messageId)
  if (answered.ok || (row?.operator === ctx.actor.name && row.answer === answer)) return ok(toDesk(row!))
  return answered.refusal === 'alreadyAnswered' ? refuse('alreadyAnswered', answered) : refuse('messageNotFound')
}
