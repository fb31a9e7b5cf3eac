/** Handles pushed invoices: updates lists, shows alerts for final states, and opens an awaited QR code. */
import type { Invoice } from '#contract/payments.ts'
import type { RouteReply } from '#contract/api.ts'
import { formatMoney } from '../../design/money/format.ts'
import type { Live } from '../../live/live.ts'
import { openModal } from '../../modals/use-modal.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { notifyEnd } from './notify-end.ts'
import { awaitedInvoice } from './awaited-invoice.ts'
import { listRoute, putInvoice } from './put-invoice.ts'

const lists = [listRoute, 'GET /api/payment/invoices/statistics', 'GET /api/payment/payout-times'] as const

export function followPayments(live: Live, navigator: Navigator): void {
  const { client } = navigator.loader
  const alerted = new Set<string>()
  const follow = (invoice: Invoice) => {
    putInvoice(client, invoice)
    void invalidate(client, ...lists)
    // A final invoice may be pushed again after an internal change, which must not repeat the alert.
    if (invoice.status !== 1 && !alerted.has(invoice.id)) {
      alerted.add(invoice.id)
      void raiseAlert(navigator, 'payments', alertOf(invoice), {
        amount: amountText(navigator, invoice),
        number: invoice.number,
      })
      void notifyEnd(navigator, invoice)
    }
    if (invoice.type === 1)
      void invalidate(client, 'GET /api/player/limits', 'GET /api/notification/messenger/messages')
    if (invoice.status === 1 && invoice.publicData.qr && awaitedInvoice() === invoice.id)
      openModal(navigator, 'deposit-redirect')
  }
  live.on('payment:invoices', 'invoice.deposit.updated', follow)
  live.on('payment:invoices', 'invoice.withdrawal.updated', follow)
  live.onUnrecovered('payment:invoices', () => void invalidate(client, ...lists))
}

export function alertOf({ type, status, stage, closedBy }: Invoice): string {
  if (stage === 'declined' && type === 1 && closedBy === 'exclusion') return 'depositClosed'
  if (stage === 'declined') return type === 1 ? 'depositDeclined' : 'withdrawalDeclined'
  if (type === 2) return status === 2 ? 'withdrawalSuccess' : 'withdrawalFailed'
  return status === 2 ? 'depositSuccess' : 'depositFailed'
}

function amountText({ loader, visitor }: Navigator, { amount, currency }: Invoice): string {
  const known = loader.client
    .getQueryData<RouteReply<'GET /api/settings/currencies'>>(apiKey('GET /api/settings/currencies'))
    ?.find(({ code }) => code === currency)
  return known ? formatMoney(amount, known, visitor.locale) : ''
}
