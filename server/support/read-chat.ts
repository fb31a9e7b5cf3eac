/** The visitor's conversation. */
import type * as contract from '#contract/chat.ts'
import { ok, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { findConversation, stateOf } from './internal/conversations.ts'
import { toMessages } from './internal/messages.ts'
import { visitorOf } from './internal/visitor.ts'

type Endpoint = typeof contract.readChat

export async function readChat(
  ctx: Ctx,
  { after, before, limit }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const visitor = visitorOf(ctx)
  if (!visitor.ok) return visitor
  const db = ctx.db.kysely
  const conversation = await findConversation(db, visitor.value)
  if (!conversation) return ok({ state: null, messages: [] })
  let wanted = db.selectFrom('chat.messages').selectAll().where('conversation_id', '=', conversation.id)
  if (after !== undefined) wanted = wanted.where('number', '>', after)
  if (before !== undefined) wanted = wanted.where('number', '<', before)
  const rows = await wanted
    .orderBy('number', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  rows.sort((a, b) => a.number - b.number)
  return ok({ state: await stateOf(db, conversation), messages: await toMessages(db, rows) })
}
