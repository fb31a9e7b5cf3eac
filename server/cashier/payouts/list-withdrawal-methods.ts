/** Withdrawal methods for a currency and the player's country. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { switchedOffFor } from '../../identity/index.ts'
import { isPayable } from './origin.ts'
import { proposeLastDestination } from './last-destination.ts'
import { type Offer, partPaused } from '../internal/is-method-off.ts'
import { putLastUsedFirst } from '../internal/last-used.ts'
import { type PayoutTime, payoutTimes } from './payout-times.ts'
import { prefill } from '../internal/prefill.ts'

export async function listWithdrawalMethods(
  ctx: PlayerCtx,
  { currency, country, region, withPaused }: VerbInput<typeof contract.listWithdrawalMethods>,
): Promise<Result<contract.PaymentMethod[]>> {
  const off = await switchedOffFor(ctx)
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  const times = (await payoutTimes(ctx)).filter((time) => time.currency === currency && time.count >= fewestPayouts)
  const offers: Offer[] = []
  for (const partner of ctx.partners.payments) {
    const ofPartner = times.filter((time) => time.partner === partner.slug)
    for (const method of partner.withdrawalMethods(query))
      if (await isPayable(ctx, partner.slug, method, currency))
        offers.push({ partner, method: withMeasuredArrival(method, ofPartner) })
  }
  const { offered, paused } = partPaused(off, offers)
  const methods = await putLastUsedFirst(ctx, contract.InvoiceType.withdrawal, await prefill(ctx, offered))
  const proposed = await proposeLastDestination(ctx, currency, methods)
  return ok(withPaused ? [...proposed, ...(await prefill(ctx, paused))] : proposed)
}

/** Below this number the partner's own figure is the better one. */
const fewestPayouts = 10

/** The measured duration of payouts, reviews included, has precedence over the one that the partner declares. */
function withMeasuredArrival(method: contract.PaymentMethod, times: PayoutTime[]): contract.PaymentMethod {
  const measured = times.find((time) => time.method === method.method)
  if (!measured) return method
  const arrival = {
    fromSeconds: Math.floor(measured.medianSeconds),
    toSeconds: Math.ceil(measured.p95Seconds),
  }
  return { ...method, arrival }
}
