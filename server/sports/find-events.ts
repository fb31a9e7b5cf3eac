/** Matches for the site's search. Without an answer of the sportsbook none is found, and games are still shown. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { switchedOffFor } from '../identity/index.ts'
import { sportsbookSwitch } from '../reference/index.ts'

type Call = typeof contract.findSportsEvents

export async function findEvents(
  ctx: Ctx,
  { search }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const { sportsbook } = ctx.partners
  if (!sportsbook || (await switchedOffFor(ctx)).has(sportsbookSwitch)) return refuse('sportsbookOff')
  const found = await sportsbook.findEvents?.(ctx.caller.locale, search)
  return ok(found?.ok ? found.value : { events: [] })
}
