/** The profile as its player sees it. */
import { domainToUnicode } from 'node:url'
import type { Kysely } from 'kysely'
import type { Profile } from '#contract/identity.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { readExclusion } from '../../protection/index.ts'
import { type Player, publicNameOf, readDetails, readPreviousSignIn } from '../../identity/index.ts'

/** The address with its domain in the original script instead of Punycode. */
function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  return /(^|\.)xn--/i.test(domain) ? `${email.slice(0, at)}${domainToUnicode(domain) || domain}` : email
}

export async function presentProfile(
  db: Kysely<Tables>,
  player: Player,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<Profile> {
  return {
    id: player.id,
    email: player.email && shownEmail(player.email),
    nickname: player.nickname,
    firstName: player.first_name,
    lastName: player.last_name,
    phone: player.phone,
    country: player.country,
    locale: player.locale,
    status: player.status,
    freshchatRestoreId: player.freshchat_restore_id,
    pwaInstalled: player.pwa_installed,
    isNewlyRegistered: player.is_newly_registered,
    isEmailConfirmed: player.email_confirmed_at !== null,
    isPhoneConfirmed: player.phone_confirmed_at !== null,
    hasPassword: player.password_hash !== null,
    receiveEmailPromo: player.receives_email_promo,
    receiveSmsPromo: player.receives_sms_promo,
    showsNickname: player.shows_nickname,
    publicName: publicNameOf(player).name,
    details: readDetails(player.details),
    previousSignIn: await readPreviousSignIn(db, { playerId: player.id, sessionId }),
    exclusion: await readExclusion(db, player.id, now),
  }
}
