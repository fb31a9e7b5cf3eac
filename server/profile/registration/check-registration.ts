/** Validates a registration by email or by phone, with messages in the caller's language. */
import { stockMessages } from '#contract/fields/messages.ts'
import { refuse } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf } from '../../kernel/http/address-block.ts'
import { fullnessOf, registrationAttempt } from '../../kernel/attempts.ts'
import { mayGuessCode, offerOfCode } from '../../bonuses/index.ts'
import { isOfferedCountry, restrictionOf } from '../../reference/index.ts'
import { faultsOfForm, type FieldFaults, fieldsOf, isGuessable, isReserved, namesOfSite } from '../../identity/index.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { hasProof } from '../../kernel/crowd.ts'
import { readPolicy } from '../../kernel/policy.ts'

type Way = 'email' | 'phone'
type Registration = {
  email?: string | undefined
  nickname?: string | undefined
  bonusCode?: string | undefined
  password: string
  password_confirmation?: string | undefined
  country: string
  currency: string
  age?: number | string | undefined
  securityQuestion?: string | undefined
  securityAnswer?: string | undefined
  captcha?: string | undefined
}

/** Fields of the other registration method are not required here. */
const notAsked: Record<Way, string[]> = { email: ['phone', 'receiveSmsPromo'], phone: ['email', 'receiveEmailPromo'] }

/** `crowded`: too many codes were guessed from the same address. */
export async function faultsOfRegistration(ctx: Ctx, way: Way, input: Registration): Promise<FieldFaults | 'crowded'> {
  const fields = fieldsOf('registration', ctx.settings)
    .map(({ id }) => id)
    .filter((id) => !notAsked[way].includes(id))
  const faults = faultsOfForm(ctx, 'registration', input, fields)
  const { notice, messages } = playerTexts(ctx)
  if (
    !faults.country &&
    (!isOfferedCountry(input.country) || restrictionOf(ctx.settings, input.country).restrictType === 2)
  )
    faults.country = [notice('countryNotOffered')]
  if (!faults.currency && !ctx.reference.isOffered(input.currency)) faults.currency = [notice('currencyNotOffered')]
  // A nickname equal to the user part of the address was not chosen by the player; `createPlayer` replaces it if
  // reserved.
  const isChosen = input.nickname?.trim() !== input.email?.slice(0, input.email.lastIndexOf('@')).slice(0, 64)
  if (!faults.nickname && input.nickname && isChosen && isReserved(ctx, input.nickname))
    faults.nickname = [notice('nameReserved')]
  const code = input.bonusCode?.trim()
  if (!faults.bonusCode && code) {
    const mayGuess =
      !isRegistrationLimited(ctx) || (await mayGuessCode(ctx, `address:${addressOf(ctx.caller.ip)}`, code))
    if (!mayGuess && !(await hasProof(ctx, input.captcha ?? ctx.caller.captcha))) return 'crowded'
    if (!(await offerOfCode(ctx.db.kysely, code))) faults.bonusCode = [notice('bonusCodeUnknown')]
  }
  if (!faults.securityAnswer && Boolean(input.securityQuestion) !== Boolean(input.securityAnswer?.trim()))
    faults[input.securityQuestion ? 'securityAnswer' : 'securityQuestion'] = [
      messages.required ?? stockMessages.required,
    ]
  if (!faults.age && isTooYoung(ctx, input)) faults.age = [notice('tooYoung')]
  if (!faults.password && isGuessable(input.password, namesOfSite(ctx))) faults.password = [notice('passwordTooCommon')]
  if (input.password_confirmation !== undefined && input.password_confirmation !== input.password)
    faults.password_confirmation = [notice('passwordsDiffer')]
  return faults
}

/** The country's minimum age, which may be above the form's own rule. */
function isTooYoung({ settings }: Ctx, { age, country }: Registration): boolean {
  if (age === undefined || !settings.registration.fields.has('age')) return false
  return Number(age) < readPolicy(country, settings).minimumAge
}

/** Refuses a solution that was used or is wrong; the browser solves a new challenge for the next attempt. */
export function refuseCaptcha(ctx: Ctx) {
  const message = playerTexts(ctx).notice('captchaFailed')
  return refuse('fieldsInvalid', { message, fields: { captcha: [message] } })
}

/** Whether the next registration from these addresses costs a proof of work. */
export async function isRegistrationCrowded(ctx: Ctx): Promise<boolean> {
  const { caller, clock, db } = ctx
  return isRegistrationLimited(ctx) && (await fullnessOf(db.kysely, clock.now(), registrationAttempt(caller.ip))) >= 1
}

/** Registration limits are off if the edge limit is, as in benches and tests. */
export function isRegistrationLimited(ctx: Ctx): boolean {
  return ctx.settings.rateLimitPerMinute > 0
}
