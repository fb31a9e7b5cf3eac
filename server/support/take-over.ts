/**
 * After a sign-in, the conversation that this browser had as a guest becomes the player's. Only the browser has the
 * token, so no other player can take it over.
 */
import { sql } from 'kysely'
import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
import { mayAttempt, perHour } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { lockOpenSession } from '../identity/index.ts'
import {
  announceState,
  changeConversation,
  type ConversationRow,
  findConversation,
  lockConversation,
  openConversation,
  stateOf,
} from './internal/conversations.ts'
import { readGuestToken } from './internal/guest-token.ts'
import type { ChatVisitor } from './internal/visitor.ts'

type Endpoint = typeof contract.takeOverGuestChat

/** A token without a conversation changes nothing, as it does the second time. */
export async function takeOver(
  ctx: PlayerCtx,
  { token }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!ctx.settings.chat.isBuiltIn) return refuse('chatOff')
  const { id: playerId, sessionId } = ctx.caller.player
  const player: ChatVisitor = { kind: 'player', id: playerId }
  const limit = perHour(20)
  if (!(await mayAttempt(ctx, [{ key: `chat:take-over:${playerId}`, limit }]))) return refuse('chatTooManyMessages')
  const key = readGuestToken(ctx, token)
  return ctx.db.transaction(async (tx) => {
    // After a closure, the messages would open the player's conversation again.
    await lockOpenSession(tx, ctx)
    const guests = key && (await lockConversation(tx, { kind: 'guest', key }))
    if (!guests) {
      const own = await findConversation(tx, player)
      return ok({ state: own ? await stateOf(tx, own) : null })
    }
    // Guest before player, always: where a player's becomes a guest's, no token has its key.
    const own = await openConversation(tx, player, { locale: guests.locale, at: guests.created_at })
    const taken = await move(tx, guests, own)
    await audit(tx, ctx, { action: 'chat-taken-over', playerId, sessionId, detail: { conversation: taken.id } })
    return ok({ state: await announceState(tx, taken) })
  })
}

/** The messages follow the player's own. */
async function move(tx: Tx, guests: ConversationRow, own: ConversationRow): Promise<ConversationRow> {
  await tx
    .updateTable('chat.messages')
    .set({ conversation_id: own.id, number: sql<number>`number + ${own.last_number}` })
    .where('conversation_id', '=', guests.id)
    .execute()
  await tx.deleteFrom('chat.conversations').where('id', '=', guests.id).execute()
  const afterOwn = (read: number, ofGuest: number) => (read === own.last_number ? own.last_number + ofGuest : read)
  return changeConversation(tx, own.id, {
    last_number: own.last_number + guests.last_number,
    read_by_visitor: afterOwn(own.read_by_visitor, guests.read_by_visitor),
    read_by_support: afterOwn(own.read_by_support, guests.read_by_support),
    last_message_at: new Date(Math.max(own.last_message_at.getTime(), guests.last_message_at.getTime())),
    ...(guests.closed_at === null && { closed_at: null }),
  })
}
