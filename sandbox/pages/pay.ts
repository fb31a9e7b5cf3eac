/** The hosted card page: where a deposit by card sends the player. */
import { type Answer, redirect, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { gone, money, page, safe, sheet } from './layout.ts'

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
        if (body.decision === 'leave') return leftPage()
        payments.decide(payment.id, body.decision === 'pay' ? 'pay' : 'decline')
        return away(payment)
      },
    },
  ]
}

function away(payment: Payment): Answer {
  const target = payment.status === 'succeeded' ? payment.successUrl : payment.errorUrl
  return target ? redirect(target) : cardPage(payment)
}

function cardPage(payment: Payment): Answer {
  if (payment.status !== 'open')
    return page(
      'Payment',
      sheet(
        `<h1>This payment is ${payment.status === 'succeeded' ? 'paid' : 'closed'}</h1><p class="amount">${safe(money(payment.amount, payment.currency))}</p><p class="soft">You can close this window.</p>`,
      ),
    )
  return page(
    'Pay Fairhouse',
    sheet(`
<div><h1>Pay Fairhouse</h1><p class="amount">${safe(money(payment.amount, payment.currency))}</p></div>
<form method="post" action="/pay/${safe(payment.id)}/decide" class="sheet-form actions">
<label>Card number<input name="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242"></label>
<div class="pair"><label>Expiry<input name="expiry" autocomplete="off" value="12 / 34"></label><label>Security code<input name="code" autocomplete="off" inputmode="numeric" value="123"></label></div>
<button class="go" name="decision" value="pay">Pay ${safe(money(payment.amount, payment.currency))}</button>
<button class="no" name="decision" value="decline">Simulate a declined card</button>
<button name="decision" value="leave">Leave without paying</button>
</form>
<p class="soft">The card is a test card and already filled in. Order <code>${safe(payment.reference.split('-')[0]!.toUpperCase())}</code></p>`),
  )
}

function leftPage(): Answer {
  return page(
    'Left',
    sheet(
      '<h1>Nothing was paid</h1><p class="soft">The payment is still open. Close this window, then continue or cancel it at Fairhouse.</p>',
    ),
  )
}
