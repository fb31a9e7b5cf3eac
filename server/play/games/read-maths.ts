import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { readMaths as contract } from '#contract/published-fairness.ts'
import type { Ctx } from '../../deps.ts'

type Read = typeof contract

export async function readMaths(ctx: Ctx, named: VerbInput<Read>): Promise<Result<ReplyOf<Read>, RefusalOf<Read>>> {
  for (const { fairness } of ctx.partners.gameStudios) {
    const found = fairness?.readMaths(named)
    if (found) return ok(found)
  }
  return refuse('versionNotFound')
}
