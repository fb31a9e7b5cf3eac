/** A new token for a client that is open; it keeps its currency. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { PlayerCtx } from '../deps.ts'
import { issueToken } from './internal/client.ts'

type Call = typeof contract.renewSportsbookToken

export async function renewSportsbookToken(
  ctx: PlayerCtx,
  { currency }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const { sportsbook } = ctx.partners
  if (!sportsbook) return refuse('sportsbookOff')
  const issued = await issueToken(ctx, sportsbook, currency)
  return issued
    ? ok({ token: issued.token, tokenExpiresAt: issued.expiresAt.toISOString() })
    : refuse('noActiveAccount')
}
