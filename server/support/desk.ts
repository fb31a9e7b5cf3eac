/** The chat at the desk. */
import { z } from 'zod'
import type * as contract from '#contract/desk/chat.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { FileReply } from '../kernel/http/files.ts'
import { pageOf, readKey } from '../kernel/page-key.ts'
import { isOperator, queueState } from '../operators/index.ts'
import {
  assign,
  closeConversation as close,
  findAttachment,
  type ListedConversation,
  listConversations as list,
  openForOperator,
  reply,
  typing,
} from './administer.ts'
import { chatFigures } from './queues.ts'

type Answer<E extends keyof typeof contract> = Promise<
  Result<ReplyOf<(typeof contract)[E]>, RefusalOf<(typeof contract)[E]>>
>

const pageSize = 50
/** Whether it does not wait, its last message, and its id. */
const Key = z.tuple([z.boolean(), z.iso.datetime(), z.uuid()])

const toDesk = ({ lastMessageAt, ...row }: ListedConversation): contract.DeskConversation => ({
  ...row,
  lastMessageAt: lastMessageAt.toISOString(),
})

export async function listConversations(
  { db }: DeskCtx,
  { state, assignedTo, after }: VerbInput<typeof contract.listConversations>,
): Answer<'listConversations'> {
  const found = await list(db, { state, assignedTo, after: readKey(after, Key), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize, (row) => [!row.isWaiting, row.lastMessageAt, row.id])
  return ok({ conversations: rows.map(toDesk), next })
}

export async function conversationsState(ctx: DeskCtx): Answer<'conversationsState'> {
  return ok(await queueState(ctx, 'conversation', await chatFigures(ctx.db.kysely)))
}

/** Who may not reply reads without the visitor's knowledge. */
export async function readConversation(
  ctx: DeskCtx,
  { conversationId, after }: VerbInput<typeof contract.readConversation>,
): Answer<'readConversation'> {
  const opened = await openForOperator(ctx, {
    id: conversationId,
    after,
    marksRead: includesScope(ctx.actor.scopes, 'support:do'),
  })
  if (!opened.ok) return refuse('conversationNotFound')
  const { conversation, messages, isTyping } = opened.value
  return ok({ conversation: toDesk(conversation), messages, isVisitorTyping: isTyping })
}

export async function replyInConversation(
  ctx: DeskCtx,
  { conversationId, id, text, seen }: VerbInput<typeof contract.replyInConversation>,
): Answer<'replyInConversation'> {
  const replied = await reply(ctx, { id: conversationId, text, messageId: id, seen })
  if (replied.ok) return ok(replied.value)
  return replied.refusal === 'unknown' ? refuse('conversationNotFound') : refuse(replied.refusal, replied)
}

export async function noteTypingInConversation(
  ctx: DeskCtx,
  { conversationId }: VerbInput<typeof contract.noteTypingInConversation>,
): Answer<'noteTypingInConversation'> {
  const noted = await typing(ctx, conversationId)
  // A guest's page shows nothing of it.
  return noted.ok || noted.refusal === 'guest' ? ok() : refuse('conversationNotFound')
}

export async function assignConversation(
  ctx: DeskCtx,
  { conversationId, operator, seen }: VerbInput<typeof contract.assignConversation>,
): Answer<'assignConversation'> {
  if (operator !== null && !(await isOperator(ctx, operator))) return refuse('operatorUnknown')
  const assigned = await assign(ctx, { id: conversationId, operator, seen })
  if (assigned.ok) return assigned
  return assigned.refusal === 'unknown' ? refuse('conversationNotFound') : refuse(assigned.refusal, assigned)
}

export async function closeConversation(
  ctx: DeskCtx,
  { conversationId, seen }: VerbInput<typeof contract.closeConversation>,
): Answer<'closeConversation'> {
  const closed = await close(ctx, { id: conversationId, seen })
  if (closed.ok) return closed
  return refuse(closed.refusal === 'unknown' ? 'conversationNotFound' : closed.refusal)
}

export async function downloadAttachment(
  ctx: DeskCtx,
  { attachmentId }: VerbInput<typeof contract.downloadAttachment>,
): Promise<Result<FileReply, 'attachmentNotFound'>> {
  const attachment = await findAttachment(ctx, attachmentId)
  const file = attachment && (await ctx.partners.storage.open(attachmentId))
  if (!attachment || !file) return refuse('attachmentNotFound')
  return ok(new FileReply({ ...attachment, size: file.size, bytes: file.stream() }))
}
