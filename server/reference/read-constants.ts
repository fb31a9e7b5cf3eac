import { ok, type Ok } from '#contract/endpoint.ts'
import type { Constants } from '#contract/settings.ts'
import { sandboxBot } from '#sandbox/social/keys.ts'
import type { Ctx } from '../deps.ts'
import { timeZones } from '../kernel/time-zones.ts'
import * as enumerations from './internal/enumerations.ts'

/** The name is the last part, its common name. */
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

/** Ways in that are open. Their order, their names and which connections `auth0` has are the content's affair. */
function socialAuthOf({ partners }: Ctx): Constants['player']['socialAuth'] {
  return partners.socialLogins.map(({ id, name }) => ({ id, name }))
}

/** `auth_url` starts a sign-in by Telegram: it seals the state that the callback requires. */
function telegramOf({ settings, partners }: Ctx): Constants['player']['telegram'] {
  if (!partners.socialLogins.some(({ id }) => id === 'telegram')) return null
  return {
    bot: settings.social.telegram?.bot ?? sandboxBot.name,
    auth_url: `${settings.publicUrl}/api/player/sessions/social/telegram/redirect`,
  }
}
