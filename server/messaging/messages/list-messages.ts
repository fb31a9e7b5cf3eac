/** The player's notifications, newest first. */
import type * as contract from '#contract/messages.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { toMessage } from './internal/message.ts'

export async function listMessages(
  ctx: PlayerCtx,
  { page, perPage }: VerbInput<typeof contract.listMessages>,
): Promise<Result<ReplyOf<typeof contract.listMessages>>> {
  const own = ctx.db.kysely.selectFrom('messages.messages').where('player_id', '=', ctx.caller.player.id)
  const [rows, counted] = await Promise.all([
    own
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    own
      .select(({ fn }) => [
        fn.countAll<bigint>().as('total'),
        fn.countAll<bigint>().filterWhere('read_at', 'is', null).as('unread'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return ok({
    data: rows.map(toMessage),
    meta: { total: Number(counted.total), totalUnread: Number(counted.unread), page, perPage },
  })
}
