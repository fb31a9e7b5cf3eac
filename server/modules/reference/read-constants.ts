import { ok, type Ok } from '#contract/endpoint.ts'
import type { Constants } from '#contract/settings.ts'
import { sandboxBot } from '#sandbox/social/keys.ts'
import type { Ctx } from '../../deps.ts'
import * as enumerations from './internal/enumerations.ts'

const timeZones = makeTimeZones()

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
    timeZones,
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

/** The zones that this runtime knows; the name is the last part, its common name. */
function makeTimeZones(): Constants['timeZones'] {
  return Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}
