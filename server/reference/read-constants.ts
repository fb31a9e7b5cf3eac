import { ok, type Ok } from '#contract/endpoint.ts'
import type { Constants } from '#contract/settings.ts'
import { sandboxBot } from '#sandbox/social/keys.ts'
import type { Ctx } from '../deps.ts'
import { timeZones } from '../kernel/time-zones.ts'
import * as enumerations from './internal/enumerations.ts'

/** The name of a time zone is its readable id. */
const namedZones = timeZones.map((id) => ({ id, name: id.replaceAll('_', ' ').replaceAll('/', ' / ') }))

export async function readConstants(ctx: Ctx): Promise<Ok<Constants>> {
  const { email, phone } = ctx.settings.registration
  return ok({
    ...enumerations.shared,
    player: {
      ...enumerations.player,
      registration: { email, phone },
      socialAuth: socialAuthOf(ctx),
      telegram: telegramOf(ctx),
    },
    timeZones: namedZones,
  })
}

/** The sign-in providers that are configured. The content determines their order, names and `auth0` connections. */
function socialAuthOf({ partners }: Ctx): Constants['player']['socialAuth'] {
  return partners.socialLogins.map(({ id, name }) => ({ id, name }))
}

/** `auth_url` starts a sign-in with Telegram and creates the sealed state that the callback requires. */
function telegramOf({ settings, partners }: Ctx): Constants['player']['telegram'] {
  if (!partners.socialLogins.some(({ id }) => id === 'telegram')) return null
  return {
    bot: settings.social.telegram?.bot ?? sandboxBot.name,
    auth_url: `${settings.publicUrl}/api/player/sessions/social/telegram/redirect`,
  }
}
