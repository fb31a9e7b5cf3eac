/** Withdrawal methods for a currency and the player's country. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../../deps.ts'
import { proposeLastDestination } from './last-destination.ts'
import { prefill } from '../internal/prefill.ts'

export async function listWithdrawalMethods(
  ctx: PlayerCtx,
  { currency, country, region }: VerbInput<typeof contract.listWithdrawalMethods>,
): Promise<Result<contract.PaymentMethod[]>> {
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  const methods = await prefill(
    ctx,
    ctx.partners.payments.flatMap((partner) => partner.withdrawalMethods(query)),
  )
  return ok(await proposeLastDestination(ctx, currency, methods))
}
