/** Deposit methods for a currency and the player's country. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isDepositLimitReached } from '../../protection/index.ts'
import { switchedOffFor } from '../../identity/index.ts'
import { switchesOf } from '../internal/is-method-off.ts'
import { putLastUsedFirst } from '../internal/last-used.ts'
import { prefill } from '../internal/prefill.ts'

export async function listDepositMethods(
  ctx: PlayerCtx,
  { currency, country, region }: VerbInput<typeof contract.listDepositMethods>,
): Promise<Result<contract.PaymentMethod[], 'depositLimitReached'>> {
  if (await isDepositLimitReached(ctx, ctx.caller.player.id)) return refuse('depositLimitReached')
  if (!ctx.reference.isOffered(currency)) return ok([])
  const off = await switchedOffFor(ctx)
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  const methods = await prefill(
    ctx,
    ctx.partners.payments.flatMap((partner) =>
      partner.depositMethods(query).filter((method) => !switchesOf({ partner, method }).some((name) => off.has(name))),
    ),
  )
  return ok(await putLastUsedFirst(ctx, contract.InvoiceType.deposit, methods))
}
