/**
 * Budgets against SMS pumping, which sends thousands of messages to numbers that pay the attacker: limits per
 * requester, past which a call costs a proof of work, and for messages per phone, per country and per day in total.
 */
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { type Counted, countAttempt, digest, perDay, perHour } from '../../kernel/attempts.ts'
import type { OtpOf } from './otp.ts'

/** Counted with every request, whether or not a message is sent. */
export function otpRequestAttempts({ settings: { otp }, caller }: Ctx): Counted[] {
  return [
    { key: `otp:address:${addressOf(caller.ip)}`, limit: perHour(otp.perAddressHour) },
    { key: `otp:prefix:${prefixOf(caller.ip)}`, limit: perHour(otp.perPrefixHour) },
  ]
}

/** Guesses of one address at any phone's code; each code also has its own five attempts. */
export function otpGuessAttempts({ caller }: Ctx): Counted[] {
  return [{ key: `otp:guesses:${addressOf(caller.ip)}`, limit: perHour(60) }]
}

/**
 * The guests' share of a budget. The remainder is reserved for signed-in players, whom a flood of registrations would
 * otherwise lock out.
 */
const guestShare = 0.75

/**
 * Counts one message in every budget. Beyond the guests' share, a guest must solve a proof of work; beyond the budget
 * of a phone or of the operator, nothing is sent. Unless the result is `taken`, the caller's transaction must not
 * commit.
 */
export async function takeMessage(
  tx: Tx,
  ctx: Ctx,
  to: OtpOf & { country: string; isProven: boolean },
): Promise<'taken' | 'crowded' | 'spent'> {
  const { otp } = ctx.settings
  // A player's own phone has separate counters, so that a stranger who enters it does not exhaust them.
  const isOwn = to.reason === 'confirmation' || to.reason === 'step-up'
  const phone = `${isOwn ? 'own:' : ''}${digest(to.phone)}`
  const phoneLimits: Counted[] = [
    { key: `otp:phone-hour:${phone}`, limit: perHour(otp.perPhoneHour) },
    { key: `otp:phone-day:${phone}`, limit: perDay(otp.perPhoneDay) },
  ]
  if (await countAttempt(tx, ctx.clock.now(), phoneLimits)) return 'spent'
  const budgets = [
    { key: `country:${to.country}`, max: otp.perCountryHour, per: perHour },
    { key: 'house', max: otp.perDay, per: perDay },
  ]
  const now = ctx.clock.now()
  const counted = (name: string, part: number) =>
    budgets.map(({ key, max, per }) => ({
      key: `otp:${name}${key}`,
      limit: per(Math.max(1, Math.ceil(max * part))),
    }))
  const isCrowded = !to.playerId && (await countAttempt(tx, now, counted('guests:', guestShare)))
  if (await countAttempt(tx, now, counted('', 1))) return logSpent(ctx, to.country)
  return isCrowded && !to.isProven ? 'crowded' : 'taken'
}

function logSpent(ctx: Ctx, country: string): 'spent' {
  ctx.log.warn({ country }, 'the budget for one-time codes is spent: OTP_PER_COUNTRY_HOUR or OTP_PER_DAY')
  return 'spent'
}
