/** The page behind an instant transfer's QR code: what a banking app would show after the scan. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { gone, page, safe, sheet } from './layout.ts'
import { textsFor } from './texts.ts'

export function bankRoutes(payments: Payments): SandboxRoute[] {
  const kinds = ['instant', 'pix', 'later']
  const instant = (id: string): Payment | undefined => {
    const payment = payments.byId(id)
    return payment && kinds.includes(payment.kind) ? payment : undefined
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
  const texts = textsFor(payment)
  const text: typeof texts.text = (...parameters) => safe(texts.text(...parameters))
  const money = texts.money(payment.amount, payment.currency)
  const amount = `<p class="amount">${safe(money)}</p>`
  if (payment.status === 'succeeded')
    return page(
      texts.text('transferSent'),
      sheet(`<h1>${text('transferSent')}</h1>${amount}<p class="soft">${text('notified')} ${text('closePage')}</p>`),
      { texts },
    )
  if (payment.status !== 'open')
    return page(
      texts.text('transferRefused'),
      sheet(`<h1>${text('transferRefused')}</h1>${amount}<p class="soft">${text('nothingSent')}</p>`),
      { texts },
    )
  const available = texts.money('12480.55', payment.currency)
  return page(
    texts.text('confirmTransfer'),
    sheet(`
<div><h1>${text('sendTo')}</h1>${amount}</div>
<p class="soft">${text('fromAccount', { available })}<br>${text('reference')}: <code>${safe(payment.reference.split('-')[0]!.toUpperCase())}</code></p>
<form method="post" action="/bank/${safe(payment.id)}/decide" class="actions">
<button class="go" name="decision" value="pay">${text('confirm', { amount: money })}</button>
<button class="no" name="decision" value="decline">${text('refuse')}</button>
</form>`),
    { texts },
  )
}
