/**
 * Exchanges e-mail or phone and password for a session. Known and unknown logins get the same response after the same
 * work.
 */
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import { phoneDigits } from '#contract/fields/phone.ts'
import type { Ctx } from '../../deps.ts'
import { restrictionOf } from '../../reference/index.ts'
import { hasProof } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { type FieldFaults, hasFaults } from '../form-fields/check-form.ts'
import { isFamiliar } from '../sessions/is-familiar.ts'
import { verifyPasswordUnless } from '../passwords/passwords.ts'
import { readPhone } from '../otp/phone-number.ts'
import { findPlayerByEmail, findPlayerByPhone, lockAccess, normalEmail, type Player } from '../players/players.ts'
import { openSession } from '../sessions/sessions.ts'
import { minutesUntil, playerTexts } from '../../kernel/player-texts.ts'
import { askSecondFactor, codeNotTaken, hasTotp, type SecondFactor } from './second-factor.ts'
import { limitConcurrency } from './internal/limit-concurrency.ts'
import {
  type Approach,
  countAccount,
  countAddress,
  recordFailure,
  recordSuccess,
  crowdedUntil,
} from './internal/sign-in-limits.ts'

type Endpoint = typeof contract.signIn
type Login = { kind: 'email' | 'phone'; text: string }

type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

export function signIn(ctx: Ctx, input: VerbInput<Endpoint>): Promise<Answer> {
  return limitConcurrency(() => enter(ctx, input))
}

async function enter(
  ctx: Ctx,
  { login: entered, password, code, fingerprint = null, captcha }: VerbInput<Endpoint>,
): Promise<Answer> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const login = readLogin(entered)
  const fields = faultsOf(ctx, login, password)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  // Attempts are counted before the costly check, so that a flood never reaches it.
  const crowdedTo = await countAddress(ctx)
  const isProven = await hasProof(ctx, captcha ?? ctx.caller.captcha)
  if (crowdedTo && !isProven) return askCaptcha(ctx, 'lockedFor', crowdedTo)
  const player = await findPlayer(ctx, login)
  const approach: Approach = { login: login.text, isFamiliar: await isFamiliar(ctx, player?.id ?? null, fingerprint) }
  const locked = await countAccount(ctx, approach)
  if (locked) return refuse('tooManyAttempts', waitUntil(ctx, 'lockedFor', locked))
  const { isRight, refusal } = await verifyPasswordUnless(password, player?.password_hash ?? null, async () =>
    isProven ? null : crowdedUntil(ctx, approach),
  )
  if (refusal) return askCaptcha(ctx, 'strangersRefused', refusal)
  if (!player || !isRight || player.status === PlayerStatus.closed) return refuseWrong(ctx, player, approach)
  if (player.status === PlayerStatus.blocked) return refuseBlocked(ctx, player)
  await recordSuccess(ctx, approach)
  const factor = await askSecondFactor(ctx, player.id, code)
  if (factor !== 'passed' && factor !== 'none') return refuseFactor(ctx, player, factor)
  // Password and code together are as strong as a step-up, so such a sign-in counts as one.
  const admitted = await admit(ctx, player, fingerprint, factor === 'passed')
  if (admitted.ok) return ok({ accessToken: admitted.value })
  if (admitted.refusal === 'secondFactorRequired') return admitted
  return admitted.refusal === 'accountBlocked' ? refuseBlocked(ctx, player) : refuseWrong(ctx, player, approach)
}

/** A login with an @ is an address, one that starts like a number is a phone; anything else is an invalid address. */
function readLogin(entered: string): Login {
  const text = entered.trim()
  if (!/^\+?[\d(]/.test(text) || text.includes('@')) return { kind: 'email', text: normalEmail(text) }
  const digits = text.replace(/^\+/, '')
  // All spellings of a number are one login and share a counter.
  return { kind: 'phone', text: readPhone(digits)?.digits ?? digits }
}

function faultsOf(ctx: Ctx, login: Login, password: string): FieldFaults {
  const { messages } = playerTexts(ctx)
  const context = { today: ctx.clock.now(), valueOf: () => undefined }
  const loginFault = faultOf(login.text, { required: true, [login.kind]: true }, context, messages)
  const passwordFault = faultOf(password, { required: true }, context, messages)
  return { ...(loginFault ? { login: [loginFault] } : {}), ...(passwordFault ? { password: [passwordFault] } : {}) }
}

function findPlayer({ db }: Ctx, { kind, text }: Login): Promise<Player | undefined> {
  return kind === 'email' ? findPlayerByEmail(db.kysely, text) : findPlayerByPhone(db.kysely, phoneDigits(text))
}

/**
 * Opens the session, unless the password was changed, the account closed or blocked, or an authenticator added since
 * the check of the password.
 */
async function admit(
  ctx: Ctx,
  player: Player,
  fingerprint: string | null,
  isProof: boolean,
): Promise<Result<string, 'wrongCredentials' | 'accountBlocked' | 'secondFactorRequired'>> {
  return ctx.db.transaction(async (tx) => {
    const now = await lockAccess(tx, player.id)
    const isWrong = now.status === PlayerStatus.closed || now.password_hash !== player.password_hash
    if (isWrong) return refuse('wrongCredentials')
    if (now.status === PlayerStatus.blocked) return refuse('accountBlocked')
    if (!isProof && (await hasTotp(tx, player.id))) return refuse('secondFactorRequired')
    const { sessionId, accessToken } = await openSession(tx, ctx, {
      playerId: player.id,
      fingerprint,
      method: 'password',
      isProof,
    })
    await audit(tx, ctx, { action: 'signed-in', playerId: player.id, sessionId })
    return ok(accessToken)
  })
}

function waitUntil(ctx: Ctx, notice: 'lockedFor' | 'strangersRefused', until: Date) {
  return { message: playerTexts(ctx).notice(notice, { minutes: minutesUntil(until, ctx.clock.now()) }) }
}

/** Browsers solve the proof of work without the player's help; the message is for those without scripts. */
function askCaptcha(ctx: Ctx, notice: 'lockedFor' | 'strangersRefused', until: Date) {
  return refuse('captchaRequired', waitUntil(ctx, notice, until))
}

/** The failure is recorded for known and unknown logins alike, so that both take the same time. */
async function refuseWrong(ctx: Ctx, player: Player | undefined, approach: Approach) {
  await recordFailure(ctx, approach, player !== undefined)
  await audit(ctx.db.kysely, ctx, {
    action: 'sign-in-refused',
    playerId: player?.id ?? null,
    detail: { why: 'wrongCredentials' },
  })
  return refuse('wrongCredentials', { message: playerTexts(ctx).notice('wrongCredentials') })
}

/** The block is revealed only to someone who knows the password. */
async function refuseBlocked(ctx: Ctx, player: Player) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId: player.id, detail: { why: 'accountBlocked' } })
  return refuse('accountBlocked')
}

async function refuseFactor(ctx: Ctx, player: Player, factor: Exclude<SecondFactor, 'passed' | 'none'>) {
  if (factor === 'required') return refuse('secondFactorRequired')
  await audit(ctx.db.kysely, ctx, {
    action: 'sign-in-refused',
    playerId: player.id,
    detail: { why: factor, step: 'second-factor' },
  })
  if (factor === 'tooManyAttempts')
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  return refuse('secondFactorWrong', codeNotTaken(ctx, factor))
}
