/**
 * Registration by email: a player, an active account in the chosen currency, a session and a confirmation mail, all or
 * nothing. If the operator requires confirmation first, only the request is stored until the link is opened.
 */
import { canonicalEmail } from '#contract/fields/text.ts'
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { isRegistrationBarred } from '../../reference/index.ts'
import { defaultLocale, isLocale } from '../../kernel/locales.ts'
import { mayAttempt, registrationAttempt, takenEmailAttempt } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import {
  confirmationHours,
  hasFaults,
  hashPassword,
  openSession,
  queueMailRequest,
  sendEmailConfirmation,
  type WaitingRegistration,
} from '../../identity/index.ts'
import { passesCrowd } from './captcha.ts'
import { prepareFurtherFields } from './further-fields.ts'
import { faultsOfRegistration, isRegistrationLimited, refuseCaptcha } from './check-registration.ts'
import { createPlayer } from './create-player.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.register
type Registration = VerbInput<Endpoint>
export async function register(
  ctx: Ctx,
  entered: Registration,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (isRegistrationBarred(ctx.settings, ctx.caller.country)) return refuse('countryRestricted')
  if (!ctx.settings.registration.email) return refuse('registrationOff')
  const input = { ...entered, email: canonicalEmail(entered.email) }
  const fields = await faultsOfRegistration(ctx, 'email', input)
  if (fields === 'crowded') return refuseCrowded(ctx)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  const isCrowded = isRegistrationLimited(ctx) && !(await mayAttempt(ctx, registrationAttempt(ctx.caller.ip)))
  const passed = await passesCrowd(ctx, input.captcha, isCrowded)
  if (passed !== 'passed') return passed === 'unsolved' ? refuseCrowded(ctx) : refuseCaptcha(ctx)
  // The password is hashed before the address is looked up, so that both cases take the same time.
  const passwordHash = await hashPassword(input.password, ctx.randomBytes(16))
  const newcomer = { ...newcomerOf(input, passwordHash), ...(await prepareFurtherFields(ctx, input)) }
  if (ctx.settings.registration.confirmation === 'first') {
    await queueMailRequest(ctx.db.kysely, ctx, {
      kind: 'registration',
      email: input.email,
      locale: newcomer.locale,
      registration: newcomer,
      goodForSeconds: confirmationHours * 3600,
    })
    return ok({ accessToken: null })
  }
  const accessToken = await ctx.db.transaction((tx) => admit(tx, ctx, input.email, newcomer))
  return accessToken ? ok({ accessToken }) : refuseTaken(ctx)
}

function newcomerOf(input: Registration, passwordHash: string): WaitingRegistration & { locale: string } {
  const { nickname, country, currency, locale, bonusCode, fingerprint, affiliateTag } = input
  return {
    nickname,
    passwordHash,
    country,
    currency,
    bonusCode,
    fingerprint,
    affiliateTag,
    locale: locale && isLocale(locale) ? locale : defaultLocale,
    hasAgreed: input.agreements === 1,
    receivesEmailPromo: input.receiveEmailPromo === 1,
  }
}

/** Returns the first token, or null if the address is taken; then nothing is stored. */
async function admit(
  tx: Tx,
  ctx: Ctx,
  email: string,
  newcomer: WaitingRegistration & { locale: string },
): Promise<string | null> {
  const { country, currency, fingerprint = null, locale } = newcomer
  const playerId = await createPlayer(tx, ctx, { ...newcomer, email })
  if (!playerId) return null
  const { sessionId, accessToken } = await openSession(tx, ctx, { playerId, fingerprint, method: 'password' })
  await audit(tx, ctx, { action: 'registered', playerId, sessionId, detail: { way: 'email', country, currency } })
  await sendEmailConfirmation(tx, ctx, { id: playerId, email, locale })
  return accessToken
}

/**
 * A registration that signs in at once cannot hide that an address is taken, so learning it costs a proof of work after
 * a few attempts.
 */
async function refuseTaken(ctx: Ctx) {
  const { notice } = playerTexts(ctx)
  if (isRegistrationLimited(ctx) && !(await mayPass(ctx, takenEmailAttempt(ctx.caller.ip)))) return refuseCrowded(ctx)
  return refuse('fieldsInvalid', { fields: { email: [notice('emailTaken')] } })
}
