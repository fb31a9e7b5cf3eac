/** The hosted card page, to which a deposit by card sends the player. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { gone, page, safe, sheet } from './layout.ts'
import { textsFor } from './texts.ts'

export function payRoutes(payments: Payments): SandboxRoute[] {
  const show = (id: string): Answer => {
    const payment = payments.byId(id)
    return payment?.kind === 'card' ? cardPage(payment) : gone()
  }
  return [
    { method: 'GET', path: '/pay/:id', handle: ({ params }) => show(params.id!) },
    { method: 'POST', path: '/pay/:id', handle: ({ params }) => show(params.id!) },
    {
      method: 'POST',
      path: '/pay/:id/decide',
      handle: ({ params, body }) => {
        const payment = payments.byId(params.id!)
        if (payment?.kind !== 'card') return gone()
        if (body.decision === 'leave') return leftPage(payment)
        payments.decide(payment.id, body.decision === 'pay' ? 'pay' : 'decline')
        return leave(payment)
      },
    },
  ]
}

function leave(payment: Payment): Answer {
  const target = payment.status === 'succeeded' ? payment.successUrl : payment.errorUrl
  return target ? redirect(target) : cardPage(payment)
}

function cardPage(payment: Payment): Answer {
  const texts = textsFor(payment)
  const text: typeof texts.text = (...parameters) => safe(texts.text(...parameters))
  const money = texts.money(payment.amount, payment.currency)
  const amount = `<p class="amount">${safe(money)}</p>`
  if (payment.status !== 'open')
    return page(
      texts.text('payment'),
      sheet(
        `<h1>${text(payment.status === 'succeeded' ? 'paymentPaid' : 'paymentClosed')}</h1>${amount}<p class="soft">${text('closeWindow')}</p>`,
      ),
      { texts },
    )
  return page(
    texts.text('payTitle'),
    sheet(`
<div><h1>${text('payTitle')}</h1>${amount}</div>
<form method="post" action="/pay/${safe(payment.id)}/decide" class="sheet-form actions">
<label>${text('cardNumber')}<input name="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242"></label>
<div class="pair"><label>${text('expiry')}<input name="expiry" autocomplete="off" value="12 / 34"></label><label>${text('securityCode')}<input name="code" autocomplete="off" inputmode="numeric" value="123"></label></div>
<button class="go" name="decision" value="pay">${text('pay', { amount: money })}</button>
<button class="no" name="decision" value="decline">${text('declineCard')}</button>
<button name="decision" value="leave">${text('leave')}</button>
</form>
<p class="soft">${text('testCard')} ${text('order')} <code>${safe(payment.reference.split('-')[0]!.toUpperCase())}</code></p>`),
    { texts },
  )
}

function leftPage(payment: Payment): Answer {
  const texts = textsFor(payment)
  return page(
    texts.text('leftTitle'),
    sheet(`<h1>${safe(texts.text('leftTitle'))}</h1><p class="soft">${safe(texts.text('leftText'))}</p>`),
    { texts },
  )
}
