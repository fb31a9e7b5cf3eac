/** Deposit methods for a currency and the player's country. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isDepositLimitReached } from '../../protection/index.ts'
import { switchedOffFor } from '../../identity/index.ts'
import { partPaused } from '../internal/is-method-off.ts'
import { putLastUsedFirst } from '../internal/last-used.ts'
import { prefill } from '../internal/prefill.ts'

export async function listDepositMethods(
  ctx: PlayerCtx,
  { currency, country, region, withPaused }: VerbInput<typeof contract.listDepositMethods>,
): Promise<Result<contract.PaymentMethod[], 'depositLimitReached'>> {
  if (await isDepositLimitReached(ctx, ctx.caller.player.id)) return refuse('depositLimitReached')
  if (!ctx.reference.isOffered(currency)) return ok([])
  const off = await switchedOffFor(ctx)
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  const { offered, paused } = partPaused(
    off,
    ctx.partners.payments.flatMap((partner) => partner.depositMethods(query).map((method) => ({ partner, method }))),
  )
  const methods = await putLastUsedFirst(ctx, contract.InvoiceType.deposit, await prefill(ctx, offered))
  return ok(withPaused ? [...methods, ...(await prefill(ctx, paused))] : methods)
}
