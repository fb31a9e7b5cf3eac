/** Signing in at the desk with a password and a code, and the code before rights are changed. */
import type * as contract from '#contract/desk/session.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../deps.ts'
import { stepOf, verifyPassword } from '../identity/index.ts'
import { type Counted, digest, forgetAttempt, mayAttempt, perQuarterHour } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { CookieReply, type DeskCtx } from '../kernel/http/desk-session.ts'
import { addressOf } from '../kernel/http/address-block.ts'
import { unsealAuthenticator } from './authenticator.ts'
import { lockOperators } from './operators.ts'
import { describeSession, openSession } from './sessions.ts'

type SignIn = typeof contract.signIn
type StepUp = typeof contract.stepUp

/** `who` is the name or the passkey: whoever guesses a name's password does not keep its owner's passkey out. */
export const attemptsOf = (ip: string, who: string): Counted[] => [
  { key: `desk:address:${addressOf(ip)}`, limit: perQuarterHour(30), isShared: true },
  { key: `desk:${who}`, limit: perQuarterHour(10) },
]
export const stepUpAttempts = ({ actor }: DeskCtx): Counted[] => [
  { key: `desk:step-up:${actor.id}`, limit: perQuarterHour(10) },
]
export const tooManyAttempts = { message: 'Too many attempts. Try again in 15 minutes.', retryAfterSeconds: 900 }

/** A wrong name, password or code has the same answer, after the same time. */
export async function signIn(
  ctx: Ctx,
  { name, password, code }: VerbInput<SignIn>,
): Promise<Result<CookieReply<ReplyOf<SignIn>>, RefusalOf<SignIn>>> {
  const counted = attemptsOf(ctx.caller.ip, `name:${digest(name)}`)
  if (!(await mayAttempt(ctx, counted))) {
    await noteRefusal(ctx, { call: 'sign-in', refusal: 'tooManyAttempts', name })
    return refuse('tooManyAttempts', tooManyAttempts)
  }
  const row = await ctx.db.kysely
    .selectFrom('operators.operators')
    .select(['id', 'password_hash'])
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const isRight = await verifyPassword(password, row?.password_hash ?? null)
  const token =
    isRight && row
      ? await ctx.db.transaction(async (tx) => {
          await lockOperators(tx)
          if (!(await takeCode(tx, ctx, row.id, code, row.password_hash))) return null
          const { token: opened, sessionId } = await openSession(tx, ctx, row.id)
          const actor = { kind: 'operator' as const, id: row.id, name, scopes: [] }
          await audit(tx, { ...ctx, actor }, { action: 'operator-signed-in', playerId: null, sessionId })
          return opened
        })
      : null
  if (token === null) {
    await noteRefusal(ctx, { call: 'sign-in', refusal: 'signInRefused', name: row ? name : null })
    return refuse('signInRefused', { message: 'The name, password or code is wrong.' })
  }
  await forgetAttempt(ctx, counted)
  return ok(new CookieReply(await describeSession(ctx, token), token))
}

/** Before rights are changed: with a code that was not used, for the session that asks. */
export async function stepUp(
  ctx: DeskCtx,
  { code }: VerbInput<StepUp>,
): Promise<Result<ReplyOf<StepUp>, RefusalOf<StepUp>>> {
  const counted = stepUpAttempts(ctx)
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooManyAttempts)
  const isTaken = await ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    if (!(await takeCode(tx, ctx, ctx.actor.id, code))) return false
    await recordStepUp(tx, ctx, {})
    return true
  })
  if (!isTaken) {
    await noteRefusal(ctx, { call: 'step-up', refusal: 'codeRefused', name: ctx.actor.name })
    return refuse('codeRefused', { message: 'The code is wrong, or was used. Wait for the next one.' })
  }
  await forgetAttempt(ctx, counted)
  return ok(await describeSession(ctx, ctx.session.token))
}

/** For the session that asks, in the transaction that has checked the code or the passkey. */
export async function recordStepUp(tx: Tx, ctx: DeskCtx, detail: { passkey?: string }): Promise<void> {
  const { sessionId } = ctx.session
  await tx
    .updateTable('operators.sessions')
    .set({ stepped_up_at: ctx.clock.now() })
    .where('id', '=', sessionId)
    .execute()
  await audit(tx, ctx, { action: 'operator-stepped-up', playerId: null, sessionId, detail })
}

/**
 * Whether the code is right and newer than the last one, which it then replaces; false as well if the password has been
 * replaced since it was checked.
 */
async function takeCode(
  tx: Tx,
  deps: KernelDeps,
  operatorId: string,
  code: string,
  passwordHash?: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('operators.operators')
    .select(['authenticator_key', 'authenticator_step', 'password_hash'])
    .where('id', '=', operatorId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row?.authenticator_key || !row.password_hash) return false
  if (passwordHash !== undefined && row.password_hash !== passwordHash) return false
  const key = unsealAuthenticator(deps.settings, operatorId, row.authenticator_key)
  const step = key && stepOf(key, code, deps.clock.now())
  if (!step || step <= row.authenticator_step) return false
  await tx
    .updateTable('operators.operators')
    .set({ authenticator_step: BigInt(step) })
    .where('id', '=', operatorId)
    .execute()
  return true
}

/** Without a name that belongs to nobody: it may be a password in the wrong field. */
export async function noteRefusal(
  ctx: Ctx,
  { call, refusal, name }: { call: string; refusal: string; name: string | null },
): Promise<void> {
  const detail = { call, refusal, ...(name !== null && { operator: name }) }
  await audit(ctx.db.kysely, ctx, { action: 'operator-refused', playerId: null, detail })
}
