/** Opens a decided bet again: what was paid, less what was cashed out, is taken back or owed. */
import type { RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../deps.ts'
import { decide } from './internal/decide.ts'

type Call = typeof contract.unsettleBet

export async function unsettleBet(ctx: Ctx, input: VerbInput<Call>): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  return decide(ctx, input)
}
