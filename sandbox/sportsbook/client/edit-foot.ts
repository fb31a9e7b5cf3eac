/** The end of a slip that changes an open bet: what the old bet is worth, what is paid or returned, and the button. */
import { cashOutMargin } from '../pricing/margin.ts'
import { editedBet, isBeingEdited } from './editing.ts'
import { formatMoney, percent } from './format.ts'
import { returnOf } from './slip.ts'
import { currencyOf, type Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

export function editNote(store: Store): Content {
  const { words, limits } = store.state
  const bet = editedBet(store.state)
  if (!bet) return h('p', { key: 'edit', class: 'note', 'data-tone': 'warning' }, words('editEnded'))
  const { locale } = store.options
  const bought = Object.values(limits)[0]?.keptShare
  return h(
    'div',
    { key: 'edit', class: 'note', 'data-tone': 'info' },
    h(
      'p',
      {},
      bet.cashOut
        ? words('editWorth', { amount: formatMoney(bet.cashOut.amount, bet.currency, locale) })
        : words('error_cashOutSuspended'),
    ),
    bought !== undefined &&
      h(
        'p',
        { class: 'small' },
        words('editKept', { sold: percent(cashOutMargin, locale), bought: percent(bought, locale) }),
      ),
  )
}

export function editFoot(store: Store): Element_ {
  const { words, session, phase, picks } = store.state
  const bet = editedBet(store.state)
  const money = (amount: number) => formatMoney(amount, currencyOf(store), store.options.locale)
  const [order, ...others] = store.orders()
  const amount = bet?.cashOut?.amount ?? null
  const toPay = order && amount !== null ? order.stake - amount : null
  const isShort = toPay !== null && session !== null && toPay > session.balance
  const isBusy = phase.is === 'placing'
  const isClosed = store.slipPicks().some(({ state }) => state !== 'open')
  const isOff = !order || toPay === null || others.length > 0 || isShort || isClosed || isBusy
  const row = (name: string, text: string) => h('p', { class: 'sum' }, h('span', {}, words(name)), h('b', {}, text))
  return h(
    'footer',
    { key: 'foot', class: 'slip-foot' },
    amount !== null && row('editValue', money(amount)),
    toPay !== null && toPay !== 0 && row(toPay >= 0 ? 'editPay' : 'editGet', money(Math.abs(toPay))),
    order && row('potentialReturn', money(returnOf(order, order.picks, order.stake))),
    picks.length > 1 && others.length > 0 && h('p', { class: 'note', 'data-tone': 'warning' }, words('editOne')),
    bet && isBeingEdited(store.state, bet) && h('p', { class: 'note', 'data-tone': 'info' }, words('editWaiting')),
    isShort &&
      h('p', { class: 'note', 'data-tone': 'warning' }, words('notEnough', { amount: money(session.balance) })),
    h(
      'button',
      {
        key: 'action',
        type: 'button',
        class: 'primary',
        'aria-disabled': isOff ? 'true' : null,
        'aria-busy': isBusy ? 'true' : null,
        onclick: () => !isOff && void store.placeAtCurrent(),
      },
      isBusy && h('span', { class: 'spinner' }),
      label(),
    ),
    h('button', { type: 'button', class: 'link', onclick: () => store.stopEdit() }, words('editStop')),
  )

  function label(): string {
    if (toPay === null || toPay === 0) return words(amount === null && bet ? 'cashOutOff' : 'editBet')
    return words(toPay > 0 ? 'editPlacePay' : 'editPlaceGet', { amount: money(Math.abs(toPay)) })
  }
}
