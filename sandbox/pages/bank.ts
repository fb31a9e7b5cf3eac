/** The page behind an instant transfer's QR code: what a banking app would show after the scan. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { gone, money, page, safe, sheet } from './layout.ts'

export function bankRoutes(payments: Payments): SandboxRoute[] {
  const instant = (id: string): Payment | undefined => {
    const payment = payments.byId(id)
    return payment?.kind === 'instant' || payment?.kind === 'later' ? payment : undefined
  }
  return [
    {
      method: 'GET',
      path: '/bank/:id',
      handle: ({ params }) => {
        const payment = instant(params.id!)
        return payment ? bankPage(payment) : gone()
      },
    },
    {
      method: 'POST',
      path: '/bank/:id/decide',
      handle: ({ params, body }) => {
        const payment = instant(params.id!)
        if (!payment) return gone()
        payments.decide(payment.id, body.decision === 'pay' ? 'pay' : 'decline')
        return redirect(`/bank/${payment.id}`)
      },
    },
  ]
}

function bankPage(payment: Payment): Answer {
  const amount = safe(money(payment.amount, payment.currency))
  if (payment.status === 'succeeded')
    return page(
      'Sent',
      sheet(
        `<h1>Transfer sent</h1><p class="amount">${amount}</p><p class="soft">Fairhouse is notified within a second. You can close this page.</p>`,
      ),
    )
  if (payment.status !== 'open')
    return page(
      'Refused',
      sheet(`<h1>Transfer refused</h1><p class="amount">${amount}</p><p class="soft">Nothing was sent.</p>`),
    )
  return page(
    'Confirm transfer',
    sheet(`
<div><h1>Send to Fairhouse?</h1><p class="amount">${amount}</p></div>
<p class="soft">From: Everyday account, 12,480.55 ${safe(payment.currency)} available<br>Reference: <code>${safe(payment.reference.split('-')[0]!.toUpperCase())}</code></p>
<form method="post" action="/bank/${safe(payment.id)}/decide" class="actions">
<button class="go" name="decision" value="pay">Confirm ${amount}</button>
<button class="no" name="decision" value="decline">Refuse</button>
</form>`),
  )
}
