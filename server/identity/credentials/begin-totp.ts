import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPlayer } from '../players/players.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { authenticatorOf, secretBytes } from './authenticator.ts'
import { sealTotp } from './internal/sealed.ts'

type Endpoint = typeof contract.beginTotp

/** Each call creates a new secret, which has no effect until a code generated from it is confirmed. */
export async function beginTotp(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId } = ctx.caller.player
  const secret = ctx.randomBytes(secretBytes)
  const row = { secret: sealTotp(ctx, playerId, secret), created_at: ctx.clock.now() }
  const stored = await ctx.db.kysely
    .insertInto('credentials.totps')
    .values({ player_id: playerId, ...row })
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet(row).where('credentials.totps.enabled_at', 'is', null),
    )
    .returning('player_id')
    .executeTakeFirst()
  if (!stored) return refuse('alreadyEnabled')
  const { email, phone } = await readPlayer(ctx.db.kysely, playerId)
  const authenticator = authenticatorOf(secret, email ?? `+${phone}`)
  return ok({ secret: authenticator.secret.base32, uri: authenticator.toString() })
}
