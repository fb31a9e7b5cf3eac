/**
 * Accepting an invitation: the invited person sets a password and sets up an authenticator, or creates a passkey, and is
 * signed in.
 */
import type * as passkeys from '#contract/desk/passkeys.ts'
import type * as contract from '#contract/desk/session.ts'
import { shortestPassword } from '#contract/desk/session.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../deps.ts'
import { authenticatorOf, hashPassword, isGuessable, namesOfSite, secretBytes, stepOf } from '../identity/index.ts'
import { type Counted, forgetAttempt, mayAttempt, perQuarterHour } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { addressOf } from '../kernel/http/address-block.ts'
import { CookieReply } from '../kernel/http/desk-session.ts'
import { sealAuthenticator, unsealAuthenticator } from './authenticator.ts'
import { lockOperators } from './operators.ts'
import { insertPasskey, optionsFor, refusedSentence, takeAttestation } from './passkeys.ts'
import { describeSession, openSession } from './sessions.ts'
import { tooManyAttempts } from './sign-in.ts'
import { digestOf } from './tokens.ts'

type Begin = typeof contract.beginEnrolment
type Complete = typeof contract.completeEnrolment
type BeginPasskey = typeof passkeys.beginPasskeyEnrolment
type EnrolByPasskey = typeof passkeys.enrolByPasskey

const attemptsOf = (ip: string): Counted[] => [
  { key: `desk:enrolment:${addressOf(ip)}`, limit: perQuarterHour(30), isShared: true },
]
const ended = { message: 'This invitation was used, replaced or has expired. Ask for a new one.' }

/** Reading it again returns the same key, so that a reloaded page does not invalidate the authenticator's entry. */
export async function beginEnrolment(
  ctx: Ctx,
  { token }: VerbInput<Begin>,
): Promise<Result<ReplyOf<Begin>, RefusalOf<Begin>>> {
  if (!(await mayAttempt(ctx, attemptsOf(ctx.caller.ip)))) return refuse('tooManyAttempts', tooManyAttempts)
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
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooManyAttempts)
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
    return { session: await admit(tx, ctx, row, { password_hash: passwordHash, authenticator_step: BigInt(step) }) }
  })
  if (outcome === 'invitationEnded') return refuse('invitationEnded', ended)
  if (outcome === 'codeRefused')
    return refuse('codeRefused', { message: 'The code is wrong. Enter the one that the authenticator shows now.' })
  await forgetAttempt(ctx, counted)
  return ok(new CookieReply(await describeSession(ctx, outcome.session), outcome.session))
}

export async function beginPasskeyEnrolment(
  ctx: Ctx,
  { token }: VerbInput<BeginPasskey>,
): Promise<Result<ReplyOf<BeginPasskey>, RefusalOf<BeginPasskey>>> {
  if (!(await mayAttempt(ctx, attemptsOf(ctx.caller.ip)))) return refuse('tooManyAttempts', tooManyAttempts)
  const row = await findInvited(ctx.db.kysely, ctx, token)
  return row ? ok(await optionsFor(ctx, row, { purpose: 'enrolment', token })) : refuse('invitationEnded', ended)
}

export async function enrolByPasskey(
  ctx: Ctx,
  { token, name, attestation }: VerbInput<EnrolByPasskey>,
): Promise<Result<CookieReply<ReplyOf<EnrolByPasskey>>, RefusalOf<EnrolByPasskey>>> {
  const counted = attemptsOf(ctx.caller.ip)
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooManyAttempts)
  const passkey = await takeAttestation(ctx, attestation, { purpose: 'enrolment', token })
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    const row = await findInvited(tx, ctx, token)
    if (!row) return 'invitationEnded'
    const id = passkey && (await insertPasskey(tx, ctx, row.id, { name, passkey }))
    if (!id) return 'passkeyRefused'
    // Nobody has confirmed the key that the opened invitation has shown.
    return { session: await admit(tx, ctx, row, { authenticator_key: null }, { passkey: id }) }
  })
  if (outcome === 'invitationEnded') return refuse('invitationEnded', ended)
  if (outcome === 'passkeyRefused') return refuse('passkeyRefused', refusedSentence)
  await forgetAttempt(ctx, counted)
  return ok(new CookieReply(await describeSession(ctx, outcome.session), outcome.session))
}

/** Ends the invitation and opens a session. */
async function admit(
  tx: Tx,
  ctx: Ctx,
  { id, name }: { id: string; name: string },
  factors: { password_hash: string; authenticator_step: bigint } | { authenticator_key: null },
  detail: { passkey?: string } = {},
): Promise<string> {
  await tx
    .updateTable('operators.operators')
    .set({ ...factors, enrolled_at: ctx.clock.now(), invitation_hash: null, invited_until: null })
    .where('id', '=', id)
    .execute()
  const actor = { kind: 'operator' as const, id, name, scopes: [] }
  const { token, sessionId } = await openSession(tx, ctx, id)
  await audit(
    tx,
    { ...ctx, actor },
    {
      action: 'operator-enrolled',
      playerId: null,
      sessionId,
      before: { state: 'invited' },
      after: { state: 'active' },
      detail,
    },
  )
  return token
}

function findInvited(tx: Tx | KernelDeps['db']['kysely'], { clock }: KernelDeps, token: string) {
  return tx
    .selectFrom('operators.operators')
    .select(['id', 'name', 'authenticator_key'])
    .where('invitation_hash', '=', digestOf(token))
    .where('invited_until', '>', clock.now())
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}
