/** The measured payout times, public before a deposit. */
import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { readPayoutTimes as contract } from '#contract/payments.ts'
import type { Ctx } from '../../deps.ts'
import { namesOf } from '../internal/partner-of.ts'
import { payoutTimes } from './payout-times.ts'

export async function readPayoutTimes(ctx: Ctx): Promise<Result<ReplyOf<typeof contract>>> {
  const times = await payoutTimes(ctx)
  return ok(times.map(({ partner, ...time }) => ({ ...time, methodNames: namesOf(ctx, partner, time.method) })))
}
