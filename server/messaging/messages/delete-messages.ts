/** Permanently deletes messages of the player. */
import type * as contract from '#contract/messages.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { countUnread } from './internal/message.ts'

export async function deleteMessages(
  ctx: PlayerCtx,
  { messageIds }: VerbInput<typeof contract.deleteMessages>,
): Promise<Result<ReplyOf<typeof contract.deleteMessages>>> {
  const playerId = ctx.caller.player.id
  return ctx.db.transaction(async (tx) => {
    await tx.deleteFrom('messages.messages').where('player_id', '=', playerId).where('id', 'in', messageIds).execute()
    return ok({ totalUnread: await countUnread(tx, playerId) })
  })
}
