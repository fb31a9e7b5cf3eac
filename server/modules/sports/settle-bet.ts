/** States the payout of a decided bet; a later call corrects it. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../../deps.ts'
import { decide } from './internal/decide.ts'

type Call = typeof contract.settleBet

export async function settleBet(
  ctx: Ctx,
  { selections: results, settledAt: _at, ...input }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decide(ctx, { ...input, openStake: 0, results })
}
