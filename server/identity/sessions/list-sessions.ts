import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { deviceOf } from '../players/device.ts'
import { expiryAt } from './internal/open-session.ts'
import type { SignInMethod } from './sessions.ts'

type Endpoint = typeof contract.listSessions

export async function listSessions(
  ctx: PlayerCtx,
  { page, perPage }: VerbInput<Endpoint>,
): Promise<Ok<ReplyOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const { lastUse, beginning } = expiryAt(ctx.clock.now())
  const open = ctx.db.kysely
    .selectFrom('identity.sessions')
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .where('last_used_at', '>', lastUse)
    .where('created_at', '>', beginning)
  const [rows, { total }] = await Promise.all([
    open
      .select(['id', 'user_agent', 'method', 'ip', 'country', 'created_at', 'last_used_at'])
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    open.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ])
  const data = rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    country: row.country,
    method: row.method as SignInMethod,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
  return ok({ data, meta: { total: Number(total), page, perPage } })
}
