/** The inbox: mails and codes, payments to complete, payouts to review, and the fault switches. */
import { type Faults, turn } from '../faults.ts'
import { type Answer, redirect, type SandboxRoute, text } from '../router.ts'
import type { Payment, Payout, State, Store } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import type { Payouts } from '../payments/payouts.ts'
import { money, page, safe } from './layout.ts'
import { messageItem, messagePages } from './message.ts'

type InboxParts = { store: Store; payments: Payments; payouts: Payouts; faults: Faults; hasChain: boolean }

export function inboxRoutes({ store, payments, payouts, faults, hasChain }: InboxParts): SandboxRoute[] {
  const back = (work: () => void): Answer => {
    work()
    return redirect('/inbox')
  }
  return [
    { method: 'GET', path: '/', handle: () => redirect('/inbox') },
    { method: 'GET', path: '/inbox', handle: () => inboxPage(store.state, faults, hasChain) },
    ...messagePages(store),
    { method: 'POST', path: '/payouts/:id/approve', handle: ({ params }) => back(() => payouts.approve(params.id!)) },
    { method: 'POST', path: '/payouts/:id/decline', handle: ({ params }) => back(() => payouts.decline(params.id!)) },
    {
      method: 'POST',
      path: '/payments/:id/transfer',
      handle: ({ params, body }) =>
        back(() => {
          const amount = text(body.amount)
          if (amount && /^\d{1,12}(\.\d{1,9})?$/.test(amount)) payments.transfer(params.id!, amount, text(body.tag))
        }),
    },
    {
      method: 'POST',
      path: '/faults',
      handle: ({ body }) => back(() => turn(faults, { isLosing: 'off', isReordering: 'off', ...body })),
    },
  ]
}

const newestFirst = (a: { createdAt: string }, b: { createdAt: string }) => b.createdAt.localeCompare(a.createdAt)

function inboxPage(state: State, faults: Faults, hasChain: boolean): Answer {
  const payouts = Object.values(state.payouts).toSorted(newestFirst).slice(0, 20)
  const payments = Object.values(state.payments).toSorted(newestFirst).slice(0, 20)
  const section = (title: string, items: string[], empty: string) =>
    `<section class="sheet"><h2>${title}</h2>${items.length > 0 ? `<ul class="list">${items.join('')}</ul>` : `<p class="soft">${empty}</p>`}</section>`
  return page(
    'Sandbox inbox',
    `
<div class="split"><h1>Sandbox inbox</h1><div class="row">${hasChain ? '<a href="/chain">Pay on the chain</a>' : ''}<a href="/inbox">Refresh</a></div></div>
${section('Emails and text messages', state.messages.toReversed().slice(0, 30).map(messageItem), 'No messages yet. Codes and links sent by Fairhouse appear here.')}
${section('Payouts', payouts.map(payoutItem), 'No payouts yet. Withdrawals appear here; small ones are approved automatically.')}
${section('Payments', payments.map(paymentItem), 'No payments yet. Start a deposit at Fairhouse.')}
${faultSwitches(faults)}`,
    { isWide: true },
  )
}

function payoutItem(payout: Payout): string {
  const decide =
    payout.status === 'review'
      ? `<div class="row"><form method="post" action="/payouts/${safe(payout.id)}/approve"><button class="go">Approve</button></form><form method="post" action="/payouts/${safe(payout.id)}/decline"><button class="no">Decline</button></form></div>`
      : ''
  const destination = Object.entries(payout.destination)
    .map(([key, value]) => `${safe(key)}: <code>${safe(value)}</code>`)
    .join('<br>')
  return `<li><div class="split"><strong>${safe(money(payout.amount, payout.currency))}</strong><span class="state" data-is="${payout.status}">${payout.status}</span></div><p class="soft">${destination}</p>${decide}</li>`
}

function paymentItem(payment: Payment): string {
  return `<li><div class="split"><strong>${safe(money(payment.amount, payment.currency))}</strong><span class="state" data-is="${payment.status}">${payment.status}</span></div>${payment.status === 'open' ? payerLinks(payment) : ''}</li>`
}

function payerLinks(payment: Payment): string {
  if (payment.kind === 'card') return `<p><a href="/pay/${safe(payment.id)}">Card page</a></p>`
  if (payment.kind === 'instant' || payment.kind === 'later')
    return `<p><a href="/bank/${safe(payment.id)}">Bank page</a></p>`
  if (payment.kind === 'frame') return `<p><a href="/frame/${safe(payment.id)}">Page of the frame</a></p>`
  if (payment.kind === 'voucher') return `<p><a href="/kiosk/${safe(payment.id)}">Kiosk</a></p>`
  const tag = payment.tag ? `<label>Tag<input name="tag" value="${safe(payment.tag)}"></label>` : ''
  return `<p class="soft">${safe(payment.network)}: <code>${safe(payment.address)}</code></p><form method="post" action="/payments/${safe(payment.id)}/transfer" class="row"><label>Amount in ${safe(payment.currency)}<input name="amount" inputmode="decimal" value="${suggested[payment.currency] ?? '1'}"></label>${tag}<button class="go">Send</button></form>`
}

const suggested: Record<string, string> = { BTC: '0.01', ETH: '0.2', USDT: '100' }

function faultSwitches(faults: Faults): string {
  const number = (name: 'slowMs' | 'lateMs' | 'timeouts' | 'outages' | 'copies', label: string) =>
    `<label>${label}<input name="${name}" inputmode="numeric" value="${faults[name]}"></label>`
  const box = (name: 'isLosing' | 'isReordering', label: string) =>
    `<label class="row"><span>${label}</span><select name="${name}"><option value="off">off</option><option value="on"${faults[name] ? ' selected' : ''}>on</option></select></label>`
  return `<section class="sheet"><h2>Simulate faults</h2><form method="post" action="/faults" class="actions"><div class="pair">
${number('slowMs', 'Answer after, ms')}${number('lateMs', 'Notices late by, ms')}${number('timeouts', 'Calls that never answer')}${number('outages', 'Calls that answer 503')}${number('copies', 'Copies of each notice')}
<label>Wrong amount<input name="wrongAmount" value="${safe(faults.wrongAmount)}"></label><label>Wrong currency<input name="wrongCurrency" value="${safe(faults.wrongCurrency)}"></label>
${box('isLosing', 'Lose notices')}${box('isReordering', 'Reorder notices')}</div><button>Set</button></form></section>`
}
