/** A visitor sends a message. */
import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Database } from '../kernel/db/connect.ts'
import type { Ctx, PlayerCtx, Tx } from '../deps.ts'
import { mayAttempt } from '../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../kernel/crowd.ts'
import { lockOpenSession } from '../identity/index.ts'
import { findConversation, openConversation, stateOf } from './internal/conversations.ts'
import { addMessage, findMessage, toMessages } from './internal/messages.ts'
import { type ChatVisitor, guestAttempts, messageAttempts, visitorOf } from './internal/visitor.ts'

type Endpoint = typeof contract.sendChatMessage
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

export async function sendMessage(ctx: Ctx, { id, text, attachmentIds }: VerbInput<Endpoint>): Promise<Answer> {
  const visitor = visitorOf(ctx)
  if (!visitor.ok) return visitor
  if (text === '' && attachmentIds.length === 0) return refuse('chatMessageEmpty')
  // A repeated request is not another message, and is not counted.
  const stored = await readStored(ctx.db.kysely, visitor.value, id)
  if (stored) return stored
  if (!(await mayAttempt(ctx, messageAttempts(visitor.value)))) return refuse('chatTooManyMessages')
  if (visitor.value.kind === 'guest' && !(await mayPass(ctx, guestAttempts(ctx.caller.ip)))) return refuseCrowded(ctx)
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const at = ctx.clock.now()
    // After a closure, a message would open the conversation again.
    if (ctx.caller.player) await lockOpenSession(tx, ctx as PlayerCtx)
    const conversation = await openConversation(tx, visitor.value, { locale: ctx.caller.locale, at })
    const meanwhile = await readStored(tx, visitor.value, id)
    if (meanwhile) return meanwhile
    const message = { id, author: 'visitor' as const, operator: null, text, attachmentIds, at }
    const added = await addMessage(tx, conversation, message)
    return added ? ok(added) : refuse('chatAttachmentUnknown')
  })
}

/** The answer for an id that is already stored. */
async function readStored(db: Database['kysely'] | Tx, visitor: ChatVisitor, id: string): Promise<Answer | null> {
  const row = await findMessage(db, id)
  if (!row) return null
  const conversation = await findConversation(db, visitor)
  if (conversation?.id !== row.conversation_id || row.author !== 'visitor') return refuse('chatMessageIdTaken')
  const [message] = await toMessages(db, [row])
  return ok({ message: message!, state: await stateOf(db, conversation) })
}
