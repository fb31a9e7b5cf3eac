/** The visitor has seen the messages up to a number. */
import type * as contract from '#contract/chat.ts'
import { ok, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { removeNotice } from '../messaging/index.ts'
import { announceState, changeConversation, lockConversation, stateOf } from './internal/conversations.ts'
import { visitorOf } from './internal/visitor.ts'
import { replyNotice } from './notify-unread.ts'

type Endpoint = typeof contract.readChatMessages

export async function readMessages(
  ctx: Ctx,
  { number }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const visitor = visitorOf(ctx)
  if (!visitor.ok) return visitor
  return ctx.db.transaction(async (tx) => {
    const row = await lockConversation(tx, visitor.value)
    if (!row) return ok({ state: null })
    const read = Math.min(number, row.last_number)
    if (read <= row.read_by_visitor) return ok({ state: await stateOf(tx, row) })
    const changed = await changeConversation(tx, row.id, { read_by_visitor: read })
    const state = await announceState(tx, changed)
    if (state.unread > 0) return ok({ state })
    await changeConversation(tx, row.id, { notify_at: null })
    if (row.player_id) await removeNotice(tx, { playerId: row.player_id, ...replyNotice(row.id) })
    return ok({ state })
  })
}
