/** Accepting an invitation: the invited person sets a password and sets up an authenticator, and is signed in. */
import type * as contract from '#contract/desk/session.ts'
import { shortestPassword } from '#contract/desk/session.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../deps.ts'
import { authenticatorOf, hashPassword, isGuessable, namesOfSite, secretBytes, stepOf } from '../identity/index.ts'
import { type Counted, forgetAttempt, mayAttempt } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { addressOf } from '../kernel/http/address-block.ts'
import { CookieReply } from '../kernel/http/desk-session.ts'
import { sealAuthenticator, unsealAuthenticator } from './authenticator.ts'
import { lockOperators } from './operators.ts'
import { describeSession, openSession } from './sessions.ts'
import { digestOf } from './tokens.ts'

type Begin = typeof contract.beginEnrolment
type Complete = typeof contract.completeEnrolment

const attemptsOf = (ip: string): Counted[] => [
  { key: `desk:enrolment:${addressOf(ip)}`, limit: { max: 30, windowSeconds: 900 }, isShared: true },
]
const tooMany = { message: 'Too many attempts. Try again in 15 minutes.', retryAfterSeconds: 900 }
const ended = { message: 'This invitation was used, replaced or has expired. Ask for a new one.' }

/** Reading it again returns the same key, so that a reloaded page does not invalidate the authenticator's entry. */
export async function beginEnrolment(
  ctx: Ctx,
  { token }: VerbInput<Begin>,
): Promise<Result<ReplyOf<Begin>, RefusalOf<Begin>>> {
  if (!(await mayAttempt(ctx, attemptsOf(ctx.caller.ip)))) return refuse('tooManyAttempts', tooMany)
  const begun = await ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    const row = await findInvited(tx, ctx, token)
    if (!row) return null
    const stored = row.authenticator_key && unsealAuthenticator(ctx.settings, row.id, row.authenticator_key)
    const key = stored ?? ctx.randomBytes(secretBytes)
    if (!stored)
      await tx
        .updateTable('operators.operators')
        .set({ authenticator_key: sealAuthenticator(ctx, row.id, key) })
        .where('id', '=', row.id)
        .execute()
    return { name: row.name, key }
  })
  if (!begun) return refuse('invitationEnded', ended)
  const authenticator = authenticatorOf(begun.key, `${begun.name} (desk)`)
  return ok({ name: begun.name, key: authenticator.secret.base32, uri: authenticator.toString() })
}

export async function completeEnrolment(
  ctx: Ctx,
  { token, password, code }: VerbInput<Complete>,
): Promise<Result<CookieReply<ReplyOf<Complete>>, RefusalOf<Complete>>> {
  const counted = attemptsOf(ctx.caller.ip)
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooMany)
  if (password.length < shortestPassword || isGuessable(password, namesOfSite(ctx)))
    return refuse('passwordRefused', {
      message: `Choose a password of ${shortestPassword} characters or more that is not easy to guess.`,
    })
  const passwordHash = await hashPassword(password, ctx.randomBytes(16))
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    const row = await findInvited(tx, ctx, token)
    const key = row?.authenticator_key && unsealAuthenticator(ctx.settings, row.id, row.authenticator_key)
    if (!row || !key) return 'invitationEnded'
    const step = stepOf(key, code, ctx.clock.now())
    if (!step) return 'codeRefused'
    await tx
      .updateTable('operators.operators')
      .set({
        password_hash: passwordHash,
        authenticator_step: BigInt(step),
        invitation_hash: null,
        invited_until: null,
      })
      .where('id', '=', row.id)
      .execute()
    const actor = { kind: 'operator' as const, id: row.id, name: row.name, permissions: [], scopes: [] }
    await audit(tx, { ...ctx, actor }, { action: 'operator-enrolled', playerId: null })
    return { session: await openSession(tx, ctx, row.id) }
  })
  if (outcome === 'invitationEnded') return refuse('invitationEnded', ended)
  if (outcome === 'codeRefused')
    return refuse('codeRefused', { message: 'The code is wrong. Enter the one that the authenticator shows now.' })
  await forgetAttempt(ctx, counted)
  return ok(new CookieReply(await describeSession(ctx, outcome.session), outcome.session))
}

function findInvited(tx: Tx, { clock }: KernelDeps, token: string) {
  return tx
    .selectFrom('operators.operators')
    .select(['id', 'name', 'authenticator_key'])
    .where('invitation_hash', '=', digestOf(token))
    .where('invited_until', '>', clock.now())
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}
