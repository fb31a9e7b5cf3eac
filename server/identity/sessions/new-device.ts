/** Notifies a player, by mail and on the site, of a sign-in from an unknown device or location. */
import type { Alert } from '#contract/content.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { prefixOf } from '../../kernel/http/address-block.ts'
import { notify, send } from '../../messaging/index.ts'
import { localePrefix } from '../../kernel/locales.ts'
import { deviceOf } from '../players/device.ts'
import { readPlayer } from '../players/players.ts'

type Entering = { playerId: string; fingerprint: string | null; sessionId: string }

/** Never for the first session, which the registration opened. Called before the session is stored. */
export async function notifyNewDevice(tx: Tx, ctx: Ctx, entering: Entering): Promise<void> {
  if (!(await isNew(tx, ctx, entering))) return
  const { playerId, sessionId } = entering
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
 * Known: a browser with the same fingerprint, or the same browser in the same address block. Not by a session that the
 * player ended from another one, or that a copy of its token ended: its device may be a stranger's.
 */
async function isNew(tx: Tx, { caller }: Ctx, { playerId, fingerprint }: Entering): Promise<boolean> {
  const all = tx.selectFrom('identity.sessions').where('player_id', '=', playerId)
  if (!(await all.select('id').limit(1).executeTakeFirst())) return false
  const known = all.where(({ eb, or }) =>
    or([eb('close_reason', 'is', null), eb('close_reason', 'not in', ['closed-by-player', 'token-reused'])]),
  )
  if (fingerprint && (await known.select('id').where('fingerprint', '=', fingerprint).limit(1).executeTakeFirst()))
    return false
  const places = await known.select('ip').distinct().where('user_agent', '=', caller.userAgent).limit(1000).execute()
  return !places.some(({ ip }) => prefixOf(ip) === prefixOf(caller.ip))
}

function nameOfCountry(code: string, locale: string): string {
  return code ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : '—'
}
