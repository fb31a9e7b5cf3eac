/** A token for the command line: a session with a name, created from the session of a browser. */
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/desk/session.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { deviceOf, SessionEnded } from '../identity/index.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { lockOperators } from './operators.ts'
import { hasSteppedUp } from './sessions.ts'
import { digestOf, newToken, tokenPrefix } from './tokens.ts'

const mostTokens = 20

/** Whoever reads the token can do what its operator can, so it needs a new code, and no token creates another one. */
export async function createToken(
  ctx: DeskCtx,
  { name, days }: VerbInput<typeof contract.createToken>,
): Promise<Result<ReplyOf<typeof contract.createToken>, RefusalOf<typeof contract.createToken>>> {
  if (ctx.session.tokenName !== null) return refuse('notByToken')
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  const token = `${tokenPrefix}${newToken(ctx.randomBytes)}`
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  return ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    const open = await tx
      .selectFrom('operators.sessions')
      .select(['id', 'token_name'])
      .where('operator_id', '=', ctx.actor.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .execute()
    // A session that was ended meanwhile, with all others of its operator, leaves no token behind.
    if (!open.some(({ id }) => id === ctx.session.sessionId)) throw new SessionEnded()
    if (open.some(({ token_name }) => token_name === name)) return refuse('tokenNameTaken')
    if (open.filter(({ token_name }) => token_name !== null).length >= mostTokens) return refuse('tooManyTokens')
    const id = randomUUID()
    await tx
      .insertInto('operators.sessions')
      .values({
        id,
        operator_id: ctx.actor.id,
        token_hash: digestOf(token),
        token_name: name,
        address: ctx.caller.ip,
        device: deviceOf(ctx.caller.userAgent),
        created_at: now,
        active_at: now,
        expires_at: expiresAt,
      })
      .execute()
    const detail = { token: name, expiresAt: expiresAt.toISOString() }
    await audit(tx, ctx, { action: 'operator-token-created', playerId: null, sessionId: id, detail })
    return ok({ id, token, expiresAt: expiresAt.toISOString() })
  })
}
