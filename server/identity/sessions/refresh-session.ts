/**
 * Exchanges a token for its successor. Only a token of the current generation advances the session. Its immediate
 * predecessor gets the same successor until 30 s after that was first used, because the answer may have been lost and
 * parallel tabs must agree. Any older token is treated as a stolen copy and ends the session.
 */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { issueAccessToken, readAccessToken, type TokenClaims } from './access-token.ts'
import { audit } from '../../kernel/audit.ts'
import { closeOpenSession } from './sessions.ts'
import { whyEnded } from './why-ended.ts'
import { isAlive, isImmediatePredecessor, findOpenSession } from './internal/open-session.ts'

type Endpoint = typeof contract.refreshSession

export async function refreshSession(ctx: Ctx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const claims = ctx.caller.bearer ? await readAccessToken(ctx, ctx.caller.bearer) : null
  const sessionEnded = async () => {
    const message = await whyEnded(ctx)
    return refuse('sessionEnded', message === null ? {} : { message })
  }
  if (!claims) return sessionEnded()
  // Two reads: the second finds the successor if another tab won the race.
  for (let attempt = 0; attempt < 2; attempt++) {
    const now = ctx.clock.now()
    const session = await findOpenSession(ctx.db.pool, claims)
    if (!session || !isAlive(session, now)) return sessionEnded()
    if (isImmediatePredecessor(session, claims.generation, now))
      return ok({ accessToken: await successor(ctx, claims, session.generation, session.rotated_at) })
    if (claims.generation !== session.generation) {
      await revoke(ctx, claims)
      return sessionEnded()
    }
    if (await advance(ctx, claims, now))
      return ok({ accessToken: await successor(ctx, claims, claims.generation + 1, now) })
  }
  return sessionEnded()
}

function successor(
  ctx: Ctx,
  { playerId, sessionId }: TokenClaims,
  generation: number,
  issuedAt: Date,
): Promise<string> {
  return issueAccessToken(ctx, { playerId, sessionId, generation, issuedAt })
}

/** True for the one caller whose update finds the generation unchanged. */
async function advance(ctx: Ctx, claims: TokenClaims, now: Date): Promise<boolean> {
  const advanced = await ctx.db.kysely
    .updateTable('identity.sessions')
    .set({
      generation: claims.generation + 1,
      generation_used_at: null,
      rotated_at: now,
      last_used_at: now,
      ip: ctx.caller.ip,
      user_agent: ctx.caller.userAgent,
      country: ctx.caller.country,
    })
    .where('id', '=', claims.sessionId)
    .where('player_id', '=', claims.playerId)
    .where('generation', '=', claims.generation)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return advanced !== undefined
}

async function revoke(ctx: Ctx, { playerId, sessionId, generation }: TokenClaims): Promise<void> {
  const closed = await ctx.db.transaction(async (tx: Tx) => {
    const row = await closeOpenSession(tx, ctx.clock.now(), { playerId, sessionId }, 'token-reused')
    if (row) await audit(tx, ctx, { action: 'token-reused', playerId, sessionId, detail: { generation } })
    return row
  })
  if (closed) ctx.realtime.closeSession(sessionId)
}
