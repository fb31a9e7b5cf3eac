/** States the payout of a decided bet; a later call corrects it. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { PartnerCtx } from '../kernel/http/bind.ts'
import { decideCall } from './internal/decide.ts'

type Call = typeof contract.settleBet

export async function settleBet(
  ctx: PartnerCtx,
  { selections: results, settledAt: _at, ...input }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decideCall(ctx, { ...input, openStake: 0, results })
}
