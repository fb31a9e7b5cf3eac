import { ok, type Ok } from '#contract/endpoint.ts'
import type { Constants } from '#contract/settings.ts'
import type { Ctx } from '../../deps.ts'
import * as enumerations from './internal/enumerations.ts'

const timeZones = makeTimeZones()

export async function readConstants(ctx: Ctx): Promise<Ok<Constants>> {
  return ok({
    ...enumerations.shared,
    player: { ...enumerations.player, registration: ctx.settings.registration, socialAuth: [], telegram: null },
    timeZones,
  })
}

/** The zones that this runtime knows; the name is the last part, as people say it. */
function makeTimeZones(): Constants['timeZones'] {
  return Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}
