/** Marks the named messages, or all of them, as read. */
import type * as contract from '#contract/messages.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { announce, countUnread } from './internal/message.ts'

/** One page of the list: no other screen shows older messages. */
const announcedAtMost = 20

export function readMessages(
  ctx: PlayerCtx,
  { messageIds }: VerbInput<typeof contract.readMessages>,
): Promise<Result<ReplyOf<typeof contract.readMessages>>> {
  return markRead(ctx, messageIds)
}

export function readAllMessages(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract.readAllMessages>>> {
  return markRead(ctx, null)
}

async function markRead(ctx: PlayerCtx, messageIds: string[] | null): Promise<Result<{ totalUnread: number }>> {
  const playerId = ctx.caller.player.id
  return ctx.db.transaction(async (tx) => {
    let unread = tx
      .updateTable('messages.messages')
      .set({ read_at: ctx.clock.now() })
      .where('player_id', '=', playerId)
      .where('read_at', 'is', null)
    if (messageIds) unread = unread.where('id', 'in', messageIds)
    const read = await unread.returningAll().execute()
    const newest = read.sort((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, announcedAtMost)
    for (const row of newest) await announce(tx, row)
    return ok({ totalUnread: await countUnread(tx, playerId) })
  })
}
