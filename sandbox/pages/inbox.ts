/** The inbox: mails and codes, payments to complete, payouts to review, and the fault switches. */
import { type Faults, setFaults } from '../faults.ts'
import { type Answer, redirect, type SandboxRoute, text as given } from '../router.ts'
import type { Payment, Payout, State, Store } from '../state.ts'
import type { Payments } from '../payments/payments.ts'
import type { Payouts } from '../payments/payouts.ts'
import { page, safe } from './layout.ts'
import { messageItem, messagePages } from './message.ts'
import { type PageTexts, type TextKey, textsFrom } from './texts.ts'

type InboxParts = { store: Store; payments: Payments; payouts: Payouts; faults: Faults; hasChain: boolean }

export function inboxRoutes({ store, payments, payouts, faults, hasChain }: InboxParts): SandboxRoute[] {
  const back = (work: () => void): Answer => {
    work()
    return redirect('/inbox')
  }
  return [
    { method: 'GET', path: '/', handle: () => redirect('/inbox') },
    {
      method: 'GET',
      path: '/inbox',
      handle: ({ header }) => inboxPage(store.state, faults, hasChain, textsFrom(header('accept-language'))),
    },
    ...messagePages(store),
    { method: 'POST', path: '/payouts/:id/approve', handle: ({ params }) => back(() => payouts.approve(params.id!)) },
    { method: 'POST', path: '/payouts/:id/decline', handle: ({ params }) => back(() => payouts.decline(params.id!)) },
    {
      method: 'POST',
      path: '/payments/:id/transfer',
      handle: ({ params, body }) =>
        back(() => {
          const amount = given(body.amount)
          if (amount && /^\d{1,12}(\.\d{1,9})?$/.test(amount)) payments.transfer(params.id!, amount, given(body.tag))
        }),
    },
    {
      method: 'POST',
      path: '/faults',
      handle: ({ body }) => back(() => setFaults(faults, { isLosing: 'off', isReordering: 'off', ...body })),
    },
  ]
}

const newestFirst = (a: { createdAt: string }, b: { createdAt: string }) => b.createdAt.localeCompare(a.createdAt)

function inboxPage(state: State, faults: Faults, hasChain: boolean, texts: PageTexts): Answer {
  const text = (key: TextKey) => safe(texts.text(key))
  const payouts = Object.values(state.payouts).toSorted(newestFirst).slice(0, 20)
  const payments = Object.values(state.payments).toSorted(newestFirst).slice(0, 20)
  const messages = state.messages.toReversed().slice(0, 30)
  const section = (title: string, items: string[], empty: string) =>
    `<section class="sheet"><h2>${title}</h2>${items.length > 0 ? `<ul class="list">${items.join('')}</ul>` : `<p class="soft">${empty}</p>`}</section>`
  return page(
    texts.text('inboxTitle'),
    `
<div class="split"><h1>${text('inboxTitle')}</h1><div class="row">${hasChain ? `<a href="/chain">${text('inboxChain')}</a>` : ''}<a href="/inbox">${text('inboxRefresh')}</a></div></div>
${section(
  text('inboxMessages'),
  messages.map((each) => messageItem(each, texts)),
  text('inboxNoMessages'),
)}
${section(
  text('inboxPayouts'),
  payouts.map((each) => payoutItem(each, texts)),
  text('inboxNoPayouts'),
)}
${section(
  text('inboxPayments'),
  payments.map((each) => paymentItem(each, texts)),
  text('inboxNoPayments'),
)}
${faultSwitches(faults, texts)}`,
    { isWide: true, texts },
  )
}

function payoutItem(payout: Payout, texts: PageTexts): string {
  const decide =
    payout.status === 'review'
      ? `<div class="row"><form method="post" action="/payouts/${safe(payout.id)}/approve"><button class="go">${safe(texts.text('inboxApprove'))}</button></form><form method="post" action="/payouts/${safe(payout.id)}/decline"><button class="no">${safe(texts.text('inboxDecline'))}</button></form></div>`
      : ''
  const destination = Object.entries(payout.destination)
    .map(([key, value]) => `${safe(key)}: <code>${safe(value)}</code>`)
    .join('<br>')
  return `<li><div class="split"><strong>${safe(texts.money(payout.amount, payout.currency))}</strong><span class="state" data-is="${payout.status}">${safe(texts.text(`state_${payout.status}`))}</span></div><p class="soft">${destination}</p>${decide}</li>`
}

function paymentItem(payment: Payment, texts: PageTexts): string {
  const { amount, currency, status } = payment
  const money = amount === null ? texts.text('inboxAnyAmount', { currency }) : texts.money(amount, currency)
  return `<li><div class="split"><strong>${safe(money)}</strong><span class="state" data-is="${status}">${safe(texts.text(`state_${status}`))}</span></div>${status === 'open' ? payerLinks(payment, texts) : ''}</li>`
}

function payerLinks(payment: Payment, texts: PageTexts): string {
  const text: typeof texts.text = (...parameters) => safe(texts.text(...parameters))
  if (payment.kind === 'card') return `<p><a href="/pay/${safe(payment.id)}">${text('inboxCardPage')}</a></p>`
  if (payment.kind === 'instant' || payment.kind === 'pix' || payment.kind === 'later')
    return `<p><a href="/bank/${safe(payment.id)}">${text('inboxBankPage')}</a></p>`
  if (payment.kind === 'frame') return `<p><a href="/frame/${safe(payment.id)}">${text('inboxFramePage')}</a></p>`
  if (payment.kind === 'voucher') return `<p><a href="/kiosk/${safe(payment.id)}">${text('kiosk')}</a></p>`
  const tag = payment.tag ? `<label>${text('inboxTag')}<input name="tag" value="${safe(payment.tag)}"></label>` : ''
  return `<p class="soft">${safe(payment.network)}: <code>${safe(payment.address)}</code></p><form method="post" action="/payments/${safe(payment.id)}/transfer" class="row"><label>${text('inboxAmountIn', { currency: payment.currency })}<input name="amount" inputmode="decimal" value="${suggested[payment.currency] ?? '1'}"></label>${tag}<button class="go">${text('inboxSend')}</button></form>`
}

const suggested: Record<string, string> = { BTC: '0.01', ETH: '0.2', USDT: '100' }

function faultSwitches(faults: Faults, texts: PageTexts): string {
  const text = (key: TextKey) => safe(texts.text(key))
  const number = (name: 'slowMs' | 'lateMs' | 'timeouts' | 'outages' | 'copies', label: string) =>
    `<label>${label}<input name="${name}" inputmode="numeric" value="${faults[name]}"></label>`
  const box = (name: 'isLosing' | 'isReordering', label: string) =>
    `<label class="row"><span>${label}</span><select name="${name}"><option value="off">${text('off')}</option><option value="on"${faults[name] ? ' selected' : ''}>${text('on')}</option></select></label>`
  return `<section class="sheet"><h2>${text('inboxFaults')}</h2><form method="post" action="/faults" class="actions"><div class="pair">
${number('slowMs', text('faultSlow'))}${number('lateMs', text('faultLate'))}${number('timeouts', text('faultTimeouts'))}${number('outages', text('faultOutages'))}${number('copies', text('faultCopies'))}
<label>${text('faultAmount')}<input name="wrongAmount" value="${safe(faults.wrongAmount)}"></label><label>${text('faultCurrency')}<input name="wrongCurrency" value="${safe(faults.wrongCurrency)}"></label>
${box('isLosing', text('faultLose'))}${box('isReordering', text('faultReorder'))}</div><button>${text('set')}</button></form></section>`
}
