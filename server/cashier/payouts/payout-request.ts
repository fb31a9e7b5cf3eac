/** The data of a withdrawal that its partner receives, to pay or to cancel it. */
import { toSubunits } from '#contract/money.ts'
import type { SendPayout } from '../../partners/payments/port.ts'
import type { InvoiceRow } from '../internal/invoices.ts'
import { readFields } from '../internal/stored.ts'
import { originKey } from './origin.ts'

export function payoutRequest(invoice: InvoiceRow): SendPayout {
  const { [originKey]: origin, ...fields } = readFields(invoice.fields)
  return {
    invoiceId: invoice.id,
    method: invoice.method,
    amount: toSubunits(invoice.amount!),
    currency: invoice.currency,
    fields: {
      ...fields,
      ...(invoice.network ? { crypto_network: invoice.network } : {}),
    },
    ...(origin ? { origin } : {}),
  }
}
