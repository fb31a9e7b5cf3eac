/**
 * Refuses everything that leads to play while a player is in a restricted country. Withdrawing and reading are allowed.
 */
import { type Refused, refuse } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { restrictionOf } from './country.ts'

/** The country of the call counts, so that a session opened elsewhere is refused too. Null if nothing is refused. */
export function refuseWhereRestricted(ctx: Ctx): Refused<'countryRestricted'> | null {
  if (!restrictionOf(ctx.settings, ctx.caller.country).restrict) return null
  return refuse('countryRestricted', { message: playerTexts(ctx).notice('countryRestricted') })
}
