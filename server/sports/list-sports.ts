/** Sports for menus. A sportsbook that cannot be reached leaves the rest of the page as it is. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { switchedOffFor } from '../identity/index.ts'
import { sportsbookSwitch } from '../reference/index.ts'

type Call = typeof contract.listSports

export async function listSports(ctx: Ctx): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const { sportsbook } = ctx.partners
  if (!sportsbook || (await switchedOffFor(ctx)).has(sportsbookSwitch)) return refuse('sportsbookOff')
  const listed = await sportsbook.listSports(ctx.caller.locale)
  return ok(listed.ok ? listed.value : { sports: [] })
}
