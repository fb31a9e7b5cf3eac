/** Notifies a player, by mail and on the site, of a sign-in from an unknown device or location. */
import type { Alert } from '#contract/content.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { prefixOf } from '../../kernel/http/address-block.ts'
import { notify, send } from '../../messaging/index.ts'
import { localePrefix } from '../../kernel/locales.ts'
import { deviceOf } from '../players/device.ts'
import { readPlayer } from '../players/players.ts'

type NewSession = { playerId: string; fingerprint: string | null; sessionId: string }

/** The first session, which the registration opened, causes no notification. Call this before the session is stored. */
export async function notifyNewDevice(tx: Tx, ctx: Ctx, newSession: NewSession): Promise<void> {
  if (!(await isNew(tx, ctx, newSession))) return
  const { playerId, sessionId } = newSession
  const { email, locale } = await readPlayer(tx, playerId)
  const at = ctx.clock.now()
  const device = deviceOf(ctx.caller.userAgent)
  const country = ctx.caller.country ?? ''
  const alert = (ctx.content.read(locale, 'alerts').profile as Record<string, Alert> | undefined)?.newDevice
  const fill = (text: string) =>
    text.replaceAll('{device}', device).replaceAll('{country}', nameOfCountry(country, locale))
  if (alert)
    await notify(tx, {
      playerId,
      key: 'new-device',
      once: sessionId,
      at,
      isPushed: true,
      title: fill(alert.title),
      description: fill(alert.description) || null,
      button: { label: alert.button, target: { kind: 'page', path: '/profile/security' } },
    })
  const link = `${ctx.settings.publicUrl}${localePrefix(locale)}/profile/security`
  if (email)
    await send(tx, ctx, {
      medium: 'mail',
      to: email,
      locale,
      template: 'new-device',
      values: { at: at.toISOString(), device, country, link },
      playerId,
    })
}

/**
 * A device is known if a session had the same fingerprint, or the same browser in the same address block. Sessions that
 * the player ended from another session, or that a copied token ended, do not count: their device may be a stranger's.
 */
async function isNew(tx: Tx, { caller }: Ctx, { playerId, fingerprint }: NewSession): Promise<boolean> {
  const sessions = tx.selectFrom('identity.sessions').where('player_id', '=', playerId)
  if (!(await sessions.select('id').limit(1).executeTakeFirst())) return false
  const known = sessions.where(({ eb, or }) =>
    or([eb('close_reason', 'is', null), eb('close_reason', 'not in', ['closed-by-player', 'token-reused'])]),
  )
  if (fingerprint && (await known.select('id').where('fingerprint', '=', fingerprint).limit(1).executeTakeFirst()))
    return false
  const addresses = await known.select('ip').distinct().where('user_agent', '=', caller.userAgent).limit(1000).execute()
  return !addresses.some(({ ip }) => prefixOf(ip) === prefixOf(caller.ip))
}

function nameOfCountry(code: string, locale: string): string {
  return code ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : '—'
}
