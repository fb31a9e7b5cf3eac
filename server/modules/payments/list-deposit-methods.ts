/** Ways to put money in, for a currency and the player's country. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function listDepositMethods(ctx: PlayerCtx, { currency, country, region }: VerbInput<typeof contract.listDepositMethods>): Promise<Result<contract.PaymentMethod[], 'depositLimitReached'>> {
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  return ok(ctx.partners.payments.flatMap((partner) => partner.depositMethods(query)))
}
