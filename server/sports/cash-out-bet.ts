/** Pays the price that the player took for the bet, or for a part of it. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { PartnerCtx } from '../kernel/http/bind.ts'
import { decideCall } from './internal/decide.ts'

type Call = typeof contract.cashOutBet

export async function cashOutBet(
  ctx: PartnerCtx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decideCall(ctx, input)
}
