/**
 * The page that the site shows in a frame. The payer pays or declines there, and the frame notifies the site by a
 * message.
 */
import { type Answer, script, type SandboxRoute } from '../router.ts'
import type { Payment } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import { gone, page, safe, sheet } from './layout.ts'
import { textsFor } from './texts.ts'

export function frameRoutes(payments: Payments): SandboxRoute[] {
  const framed = (id: string): Payment | undefined => {
    const payment = payments.byId(id)
    return payment?.kind === 'frame' ? payment : undefined
  }
  return [
    { method: 'GET', path: '/frame.js', handle: () => script(postResult) },
    {
      method: 'GET',
      path: '/frame/:id',
      handle: ({ params }) => {
        const payment = framed(params.id!)
        return payment ? framePage(payment) : gone()
      },
    },
    {
      method: 'POST',
      path: '/frame/:id/decide',
      handle: ({ params, body }) => {
        const payment = framed(params.id!)
        if (!payment) return gone()
        payments.decide(payment.id, body.decision === 'pay' ? 'pay' : 'decline')
        return framePage(payment)
      },
    },
  ]
}

/** Posts the result only to the page that may embed the frame. */
const postResult = `const { origin, reference, status } = document.querySelector('[data-origin]').dataset
if (parent !== window) parent.postMessage({ type: 'payment', reference, status }, origin)
`

/** The site's address, received with the payment. */
function siteOrigin({ successUrl }: Payment): string | null {
  return successUrl && URL.canParse(successUrl) ? new URL(successUrl).origin : null
}

function framePage(payment: Payment): Answer {
  const origin = siteOrigin(payment)
  const texts = textsFor(payment)
  const text: typeof texts.text = (...parameters) => safe(texts.text(...parameters))
  const money = texts.money(payment.amount, payment.currency)
  const amount = `<p class="amount">${safe(money)}</p>`
  const isPaid = payment.status === 'succeeded'
  const result =
    payment.status === 'open' || !origin
      ? ''
      : `<span hidden data-origin="${safe(origin)}" data-reference="${safe(payment.reference)}" data-status="${payment.status}"></span><script src="/frame.js" type="module"></script>`
  const body =
    payment.status === 'open'
      ? `
<div><h1>${text('balanceTitle')}</h1>${amount}</div>
<form method="post" action="/frame/${safe(payment.id)}/decide" class="actions">
<button class="go" name="decision" value="pay">${text('pay', { amount: money })}</button>
<button class="no" name="decision" value="decline">${text('refuse')}</button>
</form>`
      : `<h1>${text(isPaid ? 'paid' : 'refused')}</h1>${amount}<p class="soft">${text(isPaid ? 'notified' : 'nothingSent')}</p>${result}`
  return { ...page(texts.text('payTitle'), sheet(body), { texts }), framedBy: origin ? ancestors(origin) : "'none'" }
}

/** The origins that may embed the frame; the local machine has two names. */
function ancestors(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return ['localhost', '127.0.0.1'].includes(hostname)
    ? `${protocol}//localhost:${port} ${protocol}//127.0.0.1:${port}`
    : origin
}
