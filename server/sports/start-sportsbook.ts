/** What the page needs to start the sportsbook's client. Guests see odds; a token is for a player. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx, PlayerCtx } from '../deps.ts'
import { switchedOffFor } from '../identity/index.ts'
import { sportsbookSwitch } from '../reference/index.ts'
import { issueToken } from './internal/client.ts'

type Call = typeof contract.startSportsbook

export async function startSportsbook(
  ctx: Ctx,
  { currency, theme }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const { sportsbook } = ctx.partners
  if (!sportsbook || (await switchedOffFor(ctx)).has(sportsbookSwitch)) return refuse('sportsbookOff')
  const issued = ctx.caller.player ? await issueToken(ctx as PlayerCtx, sportsbook, currency) : null
  if (ctx.caller.player && !issued) return refuse('noActiveAccount')
  return ok({
    ...sportsbook.client,
    token: issued?.token ?? null,
    tokenExpiresAt: issued?.expiresAt.toISOString() ?? null,
    currency: issued?.currency ?? null,
    locale: ctx.caller.locale,
    theme,
  })
}
