/** The counter of a kiosk, where a voucher is paid in cash. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { voucherNumber } from '../payments/voucher.ts'
import { gone, money, page, safe, sheet } from './layout.ts'

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
  const amount = safe(money(payment.amount, payment.currency))
  const number = `<p class="soft">Voucher <code>${safe(voucherNumber(payment))}</code></p>`
  if (payment.status === 'succeeded')
    return page('Paid', sheet(`<h1>Paid in cash</h1><p class="amount">${amount}</p>${number}`))
  if (payment.status !== 'open')
    return page('Void', sheet(`<h1>Voucher void</h1><p class="amount">${amount}</p>${number}`))
  return page(
    'Kiosk',
    sheet(`
<div><h1>Take cash for this voucher?</h1><p class="amount">${amount}</p></div>${number}
<form method="post" action="/kiosk/${safe(payment.id)}/decide" class="actions">
<button class="go" name="decision" value="pay">Cash received: ${amount}</button>
<button class="no" name="decision" value="decline">Void the voucher</button>
</form>`),
  )
}
