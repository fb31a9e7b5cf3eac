/** Checks a phone number for one-time codes, with messages in the caller's language. */
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { isOfferedCountry, restrictionOf } from '../../reference/index.ts'
import { readPhone } from './phone-number.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

export type CheckedPhone = { digits: string; country: string; fault?: never } | { fault: string }

export function checkPhone(ctx: Ctx, text: string): CheckedPhone {
  const { messages, notice } = playerTexts(ctx)
  const entered = text.trim().replace(/^\+/, '')
  const fault = faultOf(
    entered,
    { required: true, phone: true },
    { today: ctx.clock.now(), valueOf: () => undefined },
    messages,
  )
  if (fault) return { fault }
  const phone = readPhone(entered)
  if (!phone?.country || !phone.takesTexts) return { fault: notice('phoneTakesNoTexts') }
  if (!isOfferedCountry(phone.country) || restrictionOf(ctx.settings, phone.country).restrictType === 2)
    return { fault: notice('countryNotOffered') }
  return { digits: phone.digits, country: phone.country }
}
