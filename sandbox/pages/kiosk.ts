/** The counter of a kiosk, where a voucher is paid in cash. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { voucherNumber } from '../payments/voucher.ts'
import { gone, page, safe, sheet } from './layout.ts'
import { textsFor } from './texts.ts'

export function kioskRoutes(payments: Payments): SandboxRoute[] {
  const voucher = (id: string): Payment | undefined => {
    const payment = payments.byId(id)
    return payment?.kind === 'voucher' ? payment : undefined
  }
  return [
    {
      method: 'GET',
      path: '/kiosk/:id',
      handle: ({ params }) => {
        const payment = voucher(params.id!)
        return payment ? kioskPage(payment) : gone()
      },
    },
    {
      method: 'POST',
      path: '/kiosk/:id/decide',
      handle: ({ params, body }) => {
        const payment = voucher(params.id!)
        if (!payment) return gone()
        payments.decide(payment.id, body.decision === 'pay' ? 'pay' : 'decline')
        return redirect(`/kiosk/${payment.id}`)
      },
    },
  ]
}

function kioskPage(payment: Payment): Answer {
  const texts = textsFor(payment)
  const text: typeof texts.text = (...parameters) => safe(texts.text(...parameters))
  const money = texts.money(payment.amount, payment.currency)
  const amount = `<p class="amount">${safe(money)}</p>`
  const number = `<p class="soft">${text('voucher')} <code>${safe(voucherNumber(payment))}</code></p>`
  if (payment.status !== 'open') {
    const key = payment.status === 'succeeded' ? 'paidInCash' : 'voucherVoid'
    return page(texts.text(key), sheet(`<h1>${text(key)}</h1>${amount}${number}`), { texts })
  }
  return page(
    texts.text('kiosk'),
    sheet(`
<div><h1>${text('acceptCash')}</h1>${amount}</div>${number}
<form method="post" action="/kiosk/${safe(payment.id)}/decide" class="actions">
<button class="go" name="decision" value="pay">${text('cashReceived', { amount: money })}</button>
<button class="no" name="decision" value="decline">${text('voidVoucher')}</button>
</form>`),
    { texts },
  )
}
