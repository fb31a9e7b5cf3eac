/** Judges a registration, by e-mail or by phone, in the words of the caller's language. */
import type { Ctx } from '../../deps.ts'
import { offerOfCode } from '../bonuses/open-code.ts'
import { isOfferedCountry, restrictionOf } from '../reference/country.ts'
import { isBreached } from '../passwords/breached-passwords.ts'
import { type FieldFaults, faultsOfForm } from '../form-fields/check-form.ts'
import { fieldsOf } from '../form-fields/form-fields.ts'
import { words } from '../../platform/words.ts'

type Way = 'email' | 'phone'
type Registration = {
  bonusCode?: string | undefined
  password: string
  password_confirmation?: string | undefined
  country: string
  currency: string
}

/** What belongs to the other way in is not asked here. */
const notAsked: Record<Way, string[]> = { email: ['phone', 'receiveSmsPromo'], phone: ['email', 'receiveEmailPromo'] }

export function faultsOfRegistration(ctx: Ctx, way: Way, input: Registration): FieldFaults {
  const asked = fieldsOf('registration', ctx.settings)
    .map(({ id }) => id)
    .filter((id) => !notAsked[way].includes(id))
  const faults = faultsOfForm(ctx, 'registration', input, asked)
  const { say } = words(ctx)
  if (
    !faults.country &&
    (!isOfferedCountry(input.country) || restrictionOf(ctx.settings, input.country).restrictType === 2)
  )
    faults.country = [say('countryNotOffered')]
  if (!faults.currency && !ctx.reference.isOffered(input.currency)) faults.currency = [say('currencyNotOffered')]
  if (!faults.bonusCode && input.bonusCode?.trim() && !offerOfCode(ctx, input.bonusCode))
    faults.bonusCode = [say('bonusCodeUnknown')]
  if (!faults.password && isBreached(input.password)) faults.password = [say('passwordTooCommon')]
  if (input.password_confirmation !== undefined && input.password_confirmation !== input.password)
    faults.password_confirmation = [say('passwordsDiffer')]
  return faults
}

/** An operator who turns the edge limit off, as benches and tests do, means those on registration too. */
export function isRegistrationLimited(ctx: Ctx): boolean {
  return ctx.settings.rateLimitPerMinute > 0
}
