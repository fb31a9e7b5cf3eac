/**
 * What text messages may cost. Pumping sends them by the thousand to numbers that pay the sender, so beside the limits on who asks
 * there are budgets of what is sent: to one phone, to one country's numbers, and by the house in a day.
 */
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { type Counted, countAttempt, digest } from '../../platform/attempts.ts'
import type { OtpOf } from './otp.ts'

const hour = 3600
const day = 24 * hour

/** Counted with every question, answered with a message or not. */
export function otpRequestAttempts({ settings: { otp }, caller }: Pick<Ctx, 'settings' | 'caller'>): Counted[] {
  return [
    { key: `otp:address:${addressOf(caller.ip)}`, limit: { max: otp.perAddressHour, windowSeconds: hour } },
    { key: `otp:prefix:${prefixOf(caller.ip)}`, limit: { max: otp.perPrefixHour, windowSeconds: hour } },
  ]
}

/** Guesses of one address at any phone's code; each code has its own five tries beside. */
export function otpGuessAttempts({ caller }: Pick<Ctx, 'caller'>): Counted[] {
  return [{ key: `otp:guesses:${addressOf(caller.ip)}`, limit: { max: 60, windowSeconds: hour } }]
}

/** What guests may use of a budget; the rest is kept for signed-in players, whom a flood of registrations would lock out. */
const guestShare = (max: number) => Math.max(1, Math.ceil(max * 0.75))

/** Counts one message in every budget; false where one of them is spent, and then the caller's transaction must not commit. */
export async function takeMessage(tx: Tx, ctx: Ctx, to: OtpOf & { country: string }): Promise<boolean> {
  const { otp } = ctx.settings
  // A phone that is the player's own has counters of its own: a stranger who names it does not use them up.
  const isOwn = to.reason === 'confirmation' || to.reason === 'step-up'
  const phone = `${isOwn ? 'own:' : ''}${digest(to.phone)}`
  const own: Counted[] = [
    { key: `otp:phone-hour:${phone}`, limit: { max: otp.perPhoneHour, windowSeconds: hour } },
    { key: `otp:phone-day:${phone}`, limit: { max: otp.perPhoneDay, windowSeconds: day } },
  ]
  if (await countAttempt(tx, ctx.clock.now(), own)) return false
  const budgets = [
    { key: `country:${to.country}`, max: otp.perCountryHour, windowSeconds: hour },
    { key: 'house', max: otp.perDay, windowSeconds: day },
  ]
  const shared = budgets.flatMap(({ key, max, windowSeconds }): Counted[] => [
    { key: `otp:${key}`, limit: { max, windowSeconds } },
    ...(to.playerId ? [] : [{ key: `otp:guests:${key}`, limit: { max: guestShare(max), windowSeconds } }]),
  ])
  if (!(await countAttempt(tx, ctx.clock.now(), shared))) return true
  ctx.log.warn({ country: to.country }, 'the budget for one-time codes is spent: OTP_PER_COUNTRY_HOUR or OTP_PER_DAY')
  return false
}
