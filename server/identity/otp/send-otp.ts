/**
 * Sends a one-time code by SMS. Known and unknown phones get the same response after the same work: the holder of a
 * registered phone is informed by SMS, and the requester's code never matches.
 */
import type * as contract from '#contract/identity.ts'
import { resendAfterSeconds } from '#contract/otp.ts'
import {
  ok,
  refuse,
  type Refused,
  type RefusalOf,
  type ReplyOf,
  type Result,
  type VerbInput,
} from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx, Tx } from '../../deps.ts'
import { send } from '../../messaging/index.ts'
import { isRegistrationBarred, restrictionOf } from '../../reference/index.ts'
import { hasProof, mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { checkPhone } from './check-phone.ts'
import { takesTextMessages } from './takes-text-messages.ts'
import { issueOtp, type OtpOf, type OtpReason, otpMinutes, secondsToResend } from './otp.ts'
import { otpRequestAttempts, takeMessage } from './otp-budget.ts'
import { findPlayerByPhone, readPlayer } from '../players/players.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.sendOtp
type Refusal = RefusalOf<Endpoint>
/** For these reasons the code is sent only to the player's own phone. */
const ownReasons: readonly OtpReason[] = ['confirmation', 'step-up']

export async function sendOtp(
  ctx: Ctx,
  { phone: entered, reason }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, Refusal>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const refusal = await refusalFor(ctx, reason)
  if (refusal) return refusal
  if (!takesTextMessages(ctx)) return refuse('limitReached', { message: playerTexts(ctx).notice('noTextMessages') })
  const ownPhoneNumber = ownReasons.includes(reason) ? await ownPhone(ctx) : null
  const phone = checkPhone(ctx, entered || ownPhoneNumber || '')
  if (phone.fault !== undefined) return refuse('fieldsInvalid', { fields: { phone: [phone.fault] } })
  if (ownReasons.includes(reason) && phone.digits !== ownPhoneNumber)
    return refuse('fieldsInvalid', { fields: { phone: [playerTexts(ctx).notice('phoneNotYours')] } })
  if (!(await mayPass(ctx, otpRequestAttempts(ctx)))) return refuseCrowded(ctx)
  const isProven = await hasProof(ctx)
  const otp: OtpOf = { phone: phone.digits, reason, playerId: reason === 'registration' ? null : ctx.caller.player!.id }
  const sent = await ctx.db.transaction((tx) => sendCode(tx, ctx, otp, { country: phone.country, isProven }))
  if (!sent.ok) return sent
  return ok({
    resendAfterSeconds: sent.value ? resendAfterSeconds : await secondsToResend(ctx, otp),
    hasLetters: ctx.settings.otp.hasLetters,
  })
}

/** Preconditions for sending a code for this reason. */
async function refusalFor(ctx: Ctx, reason: OtpReason): Promise<Refused<Refusal> | null> {
  if (reason === 'registration') {
    if (isRegistrationBarred(ctx.settings, ctx.caller.country)) return refuse('countryRestricted')
    return ctx.settings.registration.phone ? null : refuse('registrationOff')
  }
  if (!ctx.caller.player) return refuse('signInNeeded')
  return reason === 'phone-change' && !(await hasSteppedUp(ctx as PlayerCtx)) ? refuse('stepUpRequired') : null
}

/** False if the last code is too recent to be replaced. */
async function sendCode(
  tx: Tx,
  ctx: Ctx,
  otp: OtpOf,
  by: { country: string; isProven: boolean },
): Promise<Result<boolean, 'limitReached' | 'captchaRequired'>> {
  const owner = await findPlayerByPhone(tx, otp.phone)
  const code = await issueOtp(tx, ctx, otp)
  if (!code) return ok(false)
  const taken = await takeMessage(tx, ctx, { ...otp, ...by })
  if (taken === 'crowded') return refuseCrowded(ctx)
  if (taken === 'spent') return refuseLimit(ctx)
  const isDecoy = owner !== undefined && owner.id !== otp.playerId
  const { host } = new URL(ctx.settings.publicUrl)
  const expiresAt = new Date(ctx.clock.now().getTime() + otpMinutes * 60_000)
  if (isDecoy)
    await send(tx, ctx, {
      medium: 'sms',
      to: otp.phone,
      locale: owner.locale,
      template: 'phone-taken',
      values: {},
      expiresAt,
    })
  else
    await send(tx, ctx, {
      medium: 'sms',
      to: otp.phone,
      locale: ctx.caller.locale,
      template: 'one-time-code',
      values: { host, code, minutes: String(otpMinutes) },
      expiresAt,
    })
  return ok(true)
}

function refuseLimit(ctx: Ctx): Refused<'limitReached'> {
  return refuse('limitReached', { message: playerTexts(ctx).notice('codeLimit') })
}

async function ownPhone({ db, caller }: Ctx): Promise<string | null> {
  return caller.player ? (await readPlayer(db.kysely, caller.player.id)).phone : null
}
