/** What a player may not do while in a restricted country: anything that leads to play. Withdrawing and reading stay possible. */
import { type Refused, refuse } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { restrictionOf } from './country.ts'

/** Judged by the country of the call, so that a session opened elsewhere is refused too; null where nothing is refused. */
export function refuseWhereRestricted(ctx: Ctx): Refused<'countryRestricted'> | null {
  if (!restrictionOf(ctx.settings, ctx.caller.country).restrict) return null
  return refuse('countryRestricted', { message: playerTexts(ctx).notice('countryRestricted') })
}
