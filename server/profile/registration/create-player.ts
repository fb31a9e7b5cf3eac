/**
 * Creates a player with an active account in the chosen currency, for every registration method, in the caller's
 * transaction.
 */
import { canonicalEmail } from '#contract/fields/text.ts'
import { randomUUID } from 'node:crypto'
import type { Alert } from '#contract/content.ts'
import type { Deps, GameDeps, TextDeps, Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { playerRegistered } from '../../kernel/facts/kinds.ts'
import { readPolicy } from '../../kernel/policy.ts'
import { openCodeOfRegistration } from '../../bonuses/index.ts'
import { notify } from '../../messaging/index.ts'
import { isOfferedIn, offeredCurrencyOf } from '../../reference/index.ts'
import { defaultLocale, isLocale } from '../../kernel/locales.ts'
import {
  deletePlayer,
  insertPlayer,
  isBarredContact,
  isReserved,
  type SecurityAnswer,
  storeSecurityAnswer,
} from '../../identity/index.ts'
import { openAccount } from '../../wallet/index.ts'

export type NewPlayer = {
  /**
   * Both absent for a messenger account. A phone is in digits and verified; `isEmailConfirmed` states whether the
   * address is.
   */
  email?: string
  phone?: string
  isEmailConfirmed?: boolean
  nickname?: string | undefined
  passwordHash: string | null
  country: string
  currency: string
  locale?: string | undefined
  hasAgreed: boolean
  receivesEmailPromo?: boolean
  receivesSmsPromo?: boolean
  bonusCode?: string | undefined
  fingerprint?: string | null | undefined
  affiliateTag?: string | null | undefined
  /** Catalogue fields without a column of their own. */
  details?: Record<string, string>
  securityAnswer?: SecurityAnswer | null
}

/**
 * Returns the player's id, or null if the address or phone is taken or belonged to a player who may not return; then
 * nothing is stored.
 */
export async function createPlayer(tx: Tx, ctx: Deps & GameDeps, newcomer: NewPlayer): Promise<string | null> {
  const now = ctx.clock.now()
  const playerId = randomUUID()
  const { phone = null, locale, country } = newcomer
  const email = newcomer.email === undefined ? null : canonicalEmail(newcomer.email)
  // The currency may have been switched off since the form was sent, at most a day ago.
  const isOffered = await isOfferedIn(tx, newcomer.currency)
  const currency = isOffered ? newcomer.currency : offeredCurrencyOf(ctx.reference, country)
  const inserted = await insertPlayer(tx, {
    id: playerId,
    email,
    phone,
    password_hash: newcomer.passwordHash,
    nickname: nicknameFor(ctx, { nickname: newcomer.nickname, email, playerId }),
    country,
    currency,
    locale: locale && isLocale(locale) ? locale : defaultLocale,
    has_agreed: newcomer.hasAgreed,
    receives_email_promo: newcomer.receivesEmailPromo === true,
    receives_sms_promo: newcomer.receivesSmsPromo === true,
    bonus_code: newcomer.bonusCode?.trim() || null,
    fingerprint: newcomer.fingerprint ?? null,
    affiliate_tag: newcomer.affiliateTag ?? null,
    details: JSON.stringify(newcomer.details ?? {}),
    email_confirmed_at: email && newcomer.isEmailConfirmed ? now : null,
    phone_confirmed_at: phone ? now : null,
    created_at: now,
    updated_at: now,
  })
  if (!inserted) return null
  // This is checked after the insert, because the insert waits for a player who is just giving up this address.
  if (await isBarredContact(tx, ctx, { email, phone }, { except: playerId })) {
    await deletePlayer(tx, playerId)
    return null
  }
  if (newcomer.securityAnswer) await storeSecurityAnswer(tx, { ...newcomer.securityAnswer, playerId, at: now })
  await openAccount(tx, { playerId, currency, active: true })
  if (newcomer.bonusCode?.trim()) await enterCode(tx, ctx, playerId, newcomer)
  await record(tx, playerRegistered, {
    player: playerId,
    subject: playerId,
    data: { currency, country },
  })
  return playerId
}

/**
 * Redeems the code. A form has validated it, but its offer may have ended since; a social sign-in does not validate it.
 * The player is registered in any case, and notified if the code is not valid.
 */
async function enterCode(
  tx: Tx,
  ctx: TextDeps & GameDeps,
  playerId: string,
  { bonusCode = '', country, locale }: NewPlayer,
): Promise<void> {
  const policy = readPolicy(country, ctx.settings)
  if (await openCodeOfRegistration(tx, ctx, { playerId, code: bonusCode, policy })) return
  const words = ctx.content.read(locale && isLocale(locale) ? locale : defaultLocale, 'alerts').bonuses as Record<
    string,
    Alert
  >
  const { title, description } = words.bonusCodeNotAvailable!
  await notify(tx, { playerId, key: 'bonus-code', title, description, at: ctx.clock.now() })
}

/**
 * The requested nickname, otherwise the user part of the address. A phone must not appear in a public nickname, and a
 * nickname must not resemble the site's: in these cases it is a word and part of the id.
 */
function nicknameFor(
  ctx: TextDeps,
  { nickname, email, playerId }: { nickname: string | undefined; email: string | null; playerId: string },
): string {
  const candidates = [nickname, email?.slice(0, email.lastIndexOf('@')).slice(0, 64)].map((name) => name?.trim() ?? '')
  return candidates.find((name) => name !== '' && !isReserved(ctx, name)) ?? `player-${playerId.slice(0, 6)}`
}
