/**
 * What text messages may cost. Pumping sends them by the thousand to numbers that pay the sender, so beside the limits on who asks
 * there are budgets of what is sent: to one phone, to one country's numbers, and by the house in a day.
 */
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { type Counted, countAttempt, digest } from '../../platform/attempts.ts'

const hour = 3600
const day = 24 * hour

/** Counted with every question, answered with a message or not. */
export function otpAsked({ settings: { otp }, caller }: Pick<Ctx, 'settings' | 'caller'>): Counted[] {
  return [
    { key: `otp:address:${addressOf(caller.ip)}`, limit: { max: otp.perAddressHour, windowSeconds: hour } },
    { key: `otp:prefix:${prefixOf(caller.ip)}`, limit: { max: otp.perPrefixHour, windowSeconds: hour } },
  ]
}

/** Guesses of one address at any phone's code; each code has its own five tries beside. */
export function otpGuessed({ caller }: Pick<Ctx, 'caller'>): Counted[] {
  return [{ key: `otp:guesses:${addressOf(caller.ip)}`, limit: { max: 60, windowSeconds: hour } }]
}

/** Takes one message from every budget; false where one of them is spent, and then the caller's transaction must not commit. */
export async function takeMessage(tx: Tx, ctx: Ctx, to: { phone: string; country: string }): Promise<boolean> {
  const { otp } = ctx.settings
  const phone = digest(to.phone)
  const own: Counted[] = [
    { key: `otp:phone-hour:${phone}`, limit: { max: otp.perPhoneHour, windowSeconds: hour } },
    { key: `otp:phone-day:${phone}`, limit: { max: otp.perPhoneDay, windowSeconds: day } },
  ]
  if (await countAttempt(tx, ctx.clock.now(), own)) return false
  const shared: Counted[] = [
    { key: `otp:country:${to.country}`, limit: { max: otp.perCountryHour, windowSeconds: hour } },
    { key: 'otp:house', limit: { max: otp.perDay, windowSeconds: day } },
  ]
  if (!(await countAttempt(tx, ctx.clock.now(), shared))) return true
  ctx.log.warn({ country: to.country }, 'the budget for one-time codes is spent: OTP_PER_COUNTRY_HOUR or OTP_PER_DAY')
  return false
}
