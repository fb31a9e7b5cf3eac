/** E-mail and password for a session. Known and unknown addresses get the same answer after the same work. */
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { restrictionOf } from '../settings/country.ts'
import { forgetAttempt, mayAttempt, signInAttempt } from '../identity/attempts.ts'
import { audit } from '../identity/audit.ts'
import { type FieldFaults, hasFaults } from '../identity/check-form.ts'
import { verifyPassword } from '../identity/passwords.ts'
import { findPlayerByEmail, normalEmail, type Player } from '../identity/players.ts'
import { openSession } from '../identity/sessions.ts'
import { words } from '../identity/words.ts'

type Endpoint = typeof contract.signIn

export async function signIn(ctx: Ctx, { login, password, fingerprint }: VerbInput<Endpoint>): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const fields = faultsOf(ctx, login, password)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  // Counted before the costly check, so that a flood never reaches it.
  const attempt = signInAttempt(normalEmail(login), ctx.caller.ip)
  if (!(await mayAttempt(ctx, attempt))) return refuse('tooManyAttempts', { message: words(ctx).say('tooManyAttempts') })
  const player = await findPlayerByEmail(ctx.db.kysely, login)
  const isRight = await verifyPassword(password, player?.password_hash ?? null)
  if (!player || !isRight || player.status === PlayerStatus.closed) return refuseWrong(ctx, player)
  if (player.status === PlayerStatus.blocked) return refuseBlocked(ctx, player)
  await forgetAttempt(ctx, attempt)
  return ok({ accessToken: await admit(ctx, player, fingerprint ?? null) })
}

function faultsOf(ctx: Ctx, login: string, password: string): FieldFaults {
  const { messages } = words(ctx)
  const context = { today: ctx.clock.now(), valueOf: () => undefined }
  const loginFault = faultOf(login.trim(), { required: true, email: true }, context, messages)
  const passwordFault = faultOf(password, { required: true }, context, messages)
  return { ...(loginFault ? { login: [loginFault] } : {}), ...(passwordFault ? { password: [passwordFault] } : {}) }
}

async function admit(ctx: Ctx, player: Player, fingerprint: string | null): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const { sessionId, accessToken } = await openSession(tx, ctx, { playerId: player.id, fingerprint, method: 'password' })
    await audit(tx, ctx, { action: 'signed-in', playerId: player.id, sessionId })
    return accessToken
  })
}

/** One record whether the address is known or not, so that both take as long. */
async function refuseWrong(ctx: Ctx, player: Player | undefined) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId: player?.id ?? null, detail: { why: 'wrongCredentials' } })
  return refuse('wrongCredentials', { message: words(ctx).say('wrongCredentials') })
}

/** Told only to someone who knows the password. */
async function refuseBlocked(ctx: Ctx, player: Player) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId: player.id, detail: { why: 'accountBlocked' } })
  return refuse('accountBlocked')
}
