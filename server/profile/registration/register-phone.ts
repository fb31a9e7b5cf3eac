/**
 * Registration by phone, with the code that verifies it. Only its holder learns that a phone is taken: for anyone else
 * no code matches.
 */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { rollback } from '../../kernel/db/connect.ts'
import { isRegistrationBarred } from '../../reference/index.ts'
import { mayAttempt, registrationAttempt } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import {
  checkPhone,
  hasFaults,
  hashPassword,
  isOtpRight,
  openSession,
  otpGuessAttempts,
  type OtpOf,
  spendOtp,
} from '../../identity/index.ts'
import { passesCrowd } from './captcha.ts'
import { prepareFurtherFields, type PreparedFields } from './further-fields.ts'
import { faultsOfRegistration, isRegistrationLimited, refuseCaptcha } from './check-registration.ts'
import { createPlayer } from './create-player.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.registerPhone
type Registration = VerbInput<Endpoint>
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

export async function registerPhone(ctx: Ctx, entered: Registration): Promise<Answer> {
  if (isRegistrationBarred(ctx.settings, ctx.caller.country)) return refuse('countryRestricted')
  if (!ctx.settings.registration.phone) return refuse('registrationOff')
  const phone = checkPhone(ctx, entered.phone)
  const input = { ...entered, phone: phone.fault === undefined ? phone.digits : entered.phone }
  const faults = await faultsOfRegistration(ctx, 'phone', input)
  if (faults === 'crowded') return refuseCrowded(ctx)
  const fields = {
    ...faults,
    ...(phone.fault === undefined ? {} : { phone: [phone.fault] }),
  }
  // The form is validated first, so that an invalid one does not consume a code.
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  const isCrowded = isRegistrationLimited(ctx) && !(await mayAttempt(ctx, registrationAttempt(ctx.caller.ip)))
  const passed = await passesCrowd(ctx, input.captcha, isCrowded)
  if (passed === 'unsolved') return refuseCrowded(ctx)
  const otp: OtpOf = { phone: input.phone, reason: 'registration', playerId: null }
  if (!(await mayPass(ctx, otpGuessAttempts(ctx)))) return refuseCrowded(ctx)
  if (!(await isOtpRight(ctx, otp, input.code))) return refuseCode(ctx)
  if (passed === 'wrong') return refuseCaptcha(ctx)
  const furtherFields = await prepareFurtherFields(ctx, input)
  const passwordHash = await hashPassword(input.password, ctx.randomBytes(16))
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    if (!(await spendOtp(tx, ctx, otp, input.code))) return refuseCode(ctx)
    return ok({ accessToken: await admit(tx, ctx, input, { ...furtherFields, passwordHash }) })
  })
}

async function admit(
  tx: Tx,
  ctx: Ctx,
  input: Registration,
  furtherFields: PreparedFields & { passwordHash: string },
): Promise<string> {
  const { phone, nickname, country, currency, locale, bonusCode, fingerprint, affiliateTag } = input
  const playerId = await createPlayer(tx, ctx, {
    phone,
    nickname,
    ...furtherFields,
    country,
    currency,
    locale,
    bonusCode,
    fingerprint,
    affiliateTag,
    hasAgreed: input.agreements === 1,
    receivesSmsPromo: input.receiveSmsPromo === 1,
  })
  // The phone was taken after the code was sent: no code matches a taken phone.
  if (!playerId) return rollback(refuseCode(ctx))
  const { sessionId, accessToken } = await openSession(tx, ctx, {
    playerId,
    fingerprint: fingerprint ?? null,
    method: 'otp',
  })
  await audit(tx, ctx, { action: 'registered', playerId, sessionId, detail: { way: 'phone', country, currency } })
  return accessToken
}

function refuseCode(ctx: Ctx) {
  const message = playerTexts(ctx).notice('codeInvalid')
  return refuse('codeInvalid', { message, fields: { code: [message] } })
}
