/** Signing in, and confirming, with a passkey. It verifies its user, and so counts as both factors. */
import type * as contract from '#contract/desk/passkeys.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../deps.ts'
import { counterAfter, readAssertion, requestOptions } from '../identity/index.ts'
import { type Counted, digest, forgetAttempt, mayAttempt, perQuarterHour } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { addressOf } from '../kernel/http/address-block.ts'
import { CookieReply, type DeskCtx } from '../kernel/http/desk-session.ts'
import { type ChallengeFor, storeChallenge, takeChallenge } from './challenges.ts'
import { lockOperators } from './operators.ts'
import { deskParty, refusedSentence } from './passkeys.ts'
import { describeSession, openSession } from './sessions.ts'
import { attemptsOf, noteRefusal, recordStepUp, stepUpAttempts, tooManyAttempts } from './sign-in.ts'
import { newToken } from './tokens.ts'

type Begin = typeof contract.beginPasskeySignIn
type SignIn = typeof contract.signInByPasskey
type StepUp = typeof contract.stepUpByPasskey

/** Without a name, so that the answer reveals nobody's passkeys; the browser offers those that it has for the desk. */
export async function beginPasskeySignIn(ctx: Ctx): Promise<Result<ReplyOf<Begin>, RefusalOf<Begin>>> {
  // It bounds the number of stored challenges.
  const counted: Counted[] = [{ key: `desk:challenge:${addressOf(ctx.caller.ip)}`, limit: perQuarterHour(200) }]
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooManyAttempts)
  const attempt = newToken(ctx.randomBytes)
  const options = await requestOptions(ctx, deskParty(ctx))
  await storeChallenge(ctx, options.challenge, { purpose: 'sign-in', token: attempt })
  return ok({ attempt, options: { ...options } })
}

export async function signInByPasskey(
  ctx: Ctx,
  { attempt, assertion }: VerbInput<SignIn>,
): Promise<Result<CookieReply<ReplyOf<SignIn>>, RefusalOf<SignIn>>> {
  const credential = readAssertion(assertion)?.assertion.id ?? ''
  const counted = attemptsOf(ctx.caller.ip, `passkey:${digest(credential)}`)
  if (!(await mayAttempt(ctx, counted))) {
    await noteRefusal(ctx, { call: 'passkey-sign-in', refusal: 'tooManyAttempts', name: null })
    return refuse('tooManyAttempts', tooManyAttempts)
  }
  const { owner, use } = await takeAssertion(ctx, assertion, { purpose: 'sign-in', token: attempt })
  const token =
    owner && use
      ? await ctx.db.transaction(async (tx) => {
          await lockOperators(tx)
          if (!(await recordUse(tx, ctx, use))) return null
          const { token: opened, sessionId } = await openSession(tx, ctx, owner.id)
          const actor = { kind: 'operator' as const, ...owner, scopes: [] }
          const detail = { passkey: use.id }
          await audit(
            tx,
            { ...ctx, actor },
            {
              action: 'operator-signed-in',
              playerId: null,
              sessionId,
              detail,
            },
          )
          return opened
        })
      : null
  if (token === null) {
    await noteRefusal(ctx, { call: 'passkey-sign-in', refusal: 'passkeyRefused', name: owner?.name ?? null })
    return refuse('passkeyRefused', refusedSentence)
  }
  await forgetAttempt(ctx, counted)
  return ok(new CookieReply(await describeSession(ctx, token), token))
}

export async function beginPasskeyStepUp(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.beginPasskeyStepUp>>> {
  const passkeys = await ctx.db.kysely
    .selectFrom('operators.passkeys')
    .select(['credential_id', 'transports'])
    .where('operator_id', '=', ctx.actor.id)
    .execute()
  const options = await requestOptions(ctx, deskParty(ctx), passkeys)
  await storeChallenge(ctx, options.challenge, { purpose: 'step-up', token: ctx.session.token })
  return ok({ ...options })
}

export async function stepUpByPasskey(
  ctx: DeskCtx,
  { assertion }: VerbInput<StepUp>,
): Promise<Result<ReplyOf<StepUp>, RefusalOf<StepUp>>> {
  const counted = stepUpAttempts(ctx)
  if (!(await mayAttempt(ctx, counted))) return refuse('tooManyAttempts', tooManyAttempts)
  const { owner, use } = await takeAssertion(ctx, assertion, { purpose: 'step-up', token: ctx.session.token })
  const isTaken =
    owner?.id === ctx.actor.id &&
    use !== null &&
    (await ctx.db.transaction(async (tx) => {
      await lockOperators(tx)
      if (!(await recordUse(tx, ctx, use))) return false
      await recordStepUp(tx, ctx, { passkey: use.id })
      return true
    }))
  if (!isTaken) {
    await noteRefusal(ctx, { call: 'step-up', refusal: 'passkeyRefused', name: ctx.actor.name })
    return refuse('passkeyRefused', refusedSentence)
  }
  await forgetAttempt(ctx, counted)
  return ok(await describeSession(ctx, ctx.session.token))
}

type Use = { id: string; before: bigint; after: bigint }
/** `owner` is null for an unknown passkey; `use` for a signature that is not valid, or not for this token. */
type Taken = { owner: { id: string; name: string } | null; use: Use | null }

/** Uses up the challenge whatever else is wrong. */
async function takeAssertion(deps: KernelDeps, answer: unknown, challenge: ChallengeFor): Promise<Taken> {
  const read = readAssertion(answer)
  if (!read) return { owner: null, use: null }
  const isAnswer = await takeChallenge(deps, read.challenge, challenge)
  const row = await deps.db.kysely
    .selectFrom('operators.passkeys as passkey')
    .innerJoin('operators.operators as operator', 'operator.id', 'passkey.operator_id')
    .select([
      'passkey.id',
      'passkey.credential_id',
      'passkey.public_key',
      'passkey.counter',
      'operator.id as ownerId',
      'operator.name as ownerName',
    ])
    .where('passkey.credential_id', '=', read.assertion.id)
    .executeTakeFirst()
  if (!row) return { owner: null, use: null }
  const owner = { id: row.ownerId, name: row.ownerName }
  const after = isAnswer ? await counterAfter(deps, deskParty(deps), read, row, owner.id) : null
  return { owner, use: after === null ? null : { id: row.id, before: row.counter, after } }
}

/**
 * False if the passkey was removed, its owner's access has ended, or another use has moved the counter meanwhile. The
 * caller has locked the operators.
 */
async function recordUse(tx: Tx, { clock }: KernelDeps, { id, before, after }: Use): Promise<boolean> {
  const updated = await tx
    .updateTable('operators.passkeys as passkey')
    .from('operators.operators as operator')
    .set({ counter: after, last_used_at: clock.now() })
    .whereRef('operator.id', '=', 'passkey.operator_id')
    .where('passkey.id', '=', id)
    .where('passkey.counter', '=', before)
    .where('operator.enrolled_at', 'is not', null)
    .where('operator.ended_at', 'is', null)
    .returning('passkey.id')
    .executeTakeFirst()
  return updated !== undefined
}
