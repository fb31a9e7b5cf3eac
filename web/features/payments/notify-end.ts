/** Analytics of payment outcomes, for visitors who consented (specification, sections 3 and 4). */
import type { RouteReply } from '#contract/api.ts'
import type { Invoice } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import { apiKey } from '../../api/use-api.ts'
import { type AnalyticsData, type AnalyticsEvent, track } from '../../device/analytics.ts'
import type { Navigator } from '../../render/navigate.ts'

export async function notifyEnd({ loader, visitor }: Navigator, invoice: Invoice): Promise<void> {
  if (visitor.init.config.gtm === null) return
  const currencies = loader.client.getQueryData<RouteReply<'GET /api/settings/currencies'>>(
    apiKey('GET /api/settings/currencies'),
  )
  const known = currencies?.find(({ code }) => code === invoice.currency)
  const event = endEvent(invoice)
  const count =
    event === 'purchase'
      ? await api('GET /api/payment/invoices/statistics').then(
          ({ successDepositNumber }) => successDepositNumber,
          () => undefined,
        )
      : undefined
  track(event, endData(invoice, known, count))
}

export function endEvent({ type, status }: Pick<Invoice, 'type' | 'status'>): AnalyticsEvent {
  if (type === 1) return status === 2 ? 'purchase' : 'purchaseFail'
  return status === 2 ? 'withdraw' : 'withdrawFail'
}

type Known = { type: 'fiat' | 'crypto'; subunitToUnit: number }
/** Returns the data of the event, with amounts in currency units. */
export function endData(
  { id, type, amount, currency }: Pick<Invoice, 'id' | 'type' | 'amount' | 'currency'>,
  known: Known | undefined,
  successDepositNumber?: number,
): AnalyticsData {
  const units = known ? amount / known.subunitToUnit : undefined
  return {
    invoiceId: id,
    walletOperationType: type === 1 ? 'deposit' : 'withdraw',
    ...(known && { walletType: known.type }),
    ...(type === 1
      ? { depositCurrency: currency, ...(units !== undefined && { depositAmount: units }) }
      : { withdrawCurrency: currency, ...(units !== undefined && { withdrawAmount: units }) }),
    ...(successDepositNumber !== undefined && { successDepositNumber }),
  }
}
