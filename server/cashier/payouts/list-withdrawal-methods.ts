/** Withdrawal methods for a currency and the player's country. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { switchedOffFor } from '../../identity/index.ts'
import { isPayable } from './origin.ts'
import { proposeLastDestination } from './last-destination.ts'
import { switchesOf } from '../internal/is-method-off.ts'
import { putLastUsedFirst } from '../internal/last-used.ts'
import { type PayoutTime, payoutTimes } from './payout-times.ts'
import { prefill } from '../internal/prefill.ts'

export async function listWithdrawalMethods(
  ctx: PlayerCtx,
  { currency, country, region }: VerbInput<typeof contract.listWithdrawalMethods>,
): Promise<Result<contract.PaymentMethod[]>> {
  const off = await switchedOffFor(ctx)
  const query = { currency, country: country ?? region ?? ctx.caller.country }
  const times = (await payoutTimes(ctx)).filter((time) => time.currency === currency && time.count >= fewestPayouts)
  const offered: contract.PaymentMethod[] = []
  for (const partner of ctx.partners.payments) {
    const ofPartner = times.filter((time) => time.partner === partner.slug)
    for (const method of partner.withdrawalMethods(query))
      if (
        !switchesOf({ partner, method }).some((name) => off.has(name)) &&
        (await isPayable(ctx, partner.slug, method, currency))
      )
        offered.push(withMeasuredArrival(method, ofPartner))
  }
  const methods = await putLastUsedFirst(ctx, contract.InvoiceType.withdrawal, await prefill(ctx, offered))
  return ok(await proposeLastDestination(ctx, currency, methods))
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
