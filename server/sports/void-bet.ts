/** Returns the stake of an accepted bet, with the sportsbook's reason and the person who decided it. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { PartnerCtx } from '../kernel/http/bind.ts'
import { decideCall } from './internal/decide.ts'

type Call = typeof contract.voidBet

export async function voidBet(
  ctx: PartnerCtx,
  input: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decideCall(ctx, { ...input, openStake: 0 })
}
