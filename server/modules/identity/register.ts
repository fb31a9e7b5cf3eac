/** Registration by e-mail: a player, an active account in the chosen currency, and a session, all or none. */
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { isOfferedCountry, restrictionOf } from '../settings/country.ts'
import { findCurrency } from '../settings/list-currencies.ts'
import { defaultLocale, isLocale } from '../settings/locales.ts'
import { openAccount } from '../wallet/open-account.ts'
import { mayAttempt, registrationAttempt, takenEmailAttempt } from './attempts.ts'
import { audit } from './audit.ts'
import { isBreached } from './breached-passwords.ts'
import { type FieldFaults, faultsOfForm, hasFaults } from './check-form.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { words } from './words.ts'

type Endpoint = typeof contract.register
type Registration = VerbInput<Endpoint>

export async function register(ctx: Ctx, input: Registration): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!ctx.settings.registration.email || restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const fields = faultsOf(ctx, input)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  if (isLimited(ctx) && !(await mayAttempt(ctx, registrationAttempt(ctx.caller.ip)))) return refuse('tooManyAttempts', { message: words(ctx).say('tooManyAttempts') })
  // The hash comes before the look at the address, so that a taken one costs as long as a free one.
  const passwordHash = await hashPassword(input.password, ctx.randomBytes(16))
  const accessToken = await ctx.db.transaction((tx) => enrol(tx, ctx, input, passwordHash))
  return accessToken ? ok({ accessToken }) : refuseTaken(ctx)
}

function faultsOf(ctx: Ctx, input: Registration): FieldFaults {
  const values = { ...input, email: input.email.trim() }
  const faults = faultsOfForm(ctx, 'registration', values)
  const { say } = words(ctx)
  if (!faults.country && (!isOfferedCountry(input.country) || restrictionOf(ctx.settings, input.country).restrictType === 2)) faults.country = [say('countryNotOffered')]
  if (!faults.currency && !findCurrency(input.currency)) faults.currency = [say('currencyNotOffered')]
  if (!faults.password && isBreached(input.password)) faults.password = [say('passwordTooCommon')]
  if (input.password_confirmation !== undefined && input.password_confirmation !== input.password) faults.password_confirmation = [say('passwordsDiffer')]
  return faults
}

/** An operator who turns the edge limit off, as benches and tests do, means this one too. */
function isLimited(ctx: Ctx): boolean {
  return ctx.settings.rateLimitPerMinute > 0
}

/** Answers with the first token, or null where the address is taken; then nothing is kept. */
async function enrol(tx: Tx, ctx: Ctx, input: Registration, passwordHash: string): Promise<string | null> {
  const now = ctx.clock.now()
  const playerId = randomUUID()
  const email = input.email.trim()
  const inserted = await tx.insertInto('identity.players').values({
    id: playerId, email, password_hash: passwordHash,
    nickname: input.nickname?.trim() || email.slice(0, email.lastIndexOf('@')),
    country: input.country, currency: input.currency,
    locale: input.locale && isLocale(input.locale) ? input.locale : defaultLocale,
    has_agreed: input.agreements === 1, receives_email_promo: input.receiveEmailPromo === 1,
    bonus_code: input.bonusCode?.trim() || null, fingerprint: input.fingerprint ?? null, affiliate_tag: input.affiliateTag ?? null,
    created_at: now, updated_at: now,
  }).onConflict((conflict) => conflict.doNothing()).returning('id').executeTakeFirst()
  if (!inserted) return null
  await openAccount(tx, { playerId, currency: input.currency, active: true })
  const { sessionId, accessToken } = await openSession(tx, ctx, { playerId, fingerprint: input.fingerprint ?? null, method: 'password' })
  await audit(tx, ctx, { action: 'registered', playerId, sessionId, detail: { country: input.country, currency: input.currency } })
  return accessToken
}

/** Registration that signs in at once cannot hide that an address is taken, so how often one may learn it is limited. */
async function refuseTaken(ctx: Ctx) {
  const { say } = words(ctx)
  if (isLimited(ctx) && !(await mayAttempt(ctx, takenEmailAttempt(ctx.caller.ip)))) return refuse('tooManyAttempts', { message: say('tooManyAttempts') })
  return refuse('fieldsInvalid', { fields: { email: [say('emailTaken')] } })
}
