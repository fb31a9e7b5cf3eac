/** Pays the price that the player took for the bet, or for a part of it. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../../deps.ts'
import { decide } from './internal/decide.ts'

type Call = typeof contract.cashOutBet

export async function cashOutBet(ctx: Ctx, input: VerbInput<Call>): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decide(ctx, input)
}
