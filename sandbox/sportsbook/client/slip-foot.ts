/** The cost and potential return of the slip's bets, and one button for the next step. */
import { formatMoney, showOdds } from './format.ts'
import { currentOdds, keyOf, returnOf } from './slip.ts'
import { currencyOf, type Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

export function slipFoot(store: Store): Element_ {
  const { words, phase, session, faults, format, picks: all } = store.state
  const { locale } = store.options
  const picks = store.slipPicks()
  const currency = currencyOf(store)
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const orders = store.orders()
  const stake = orders.reduce((sum, order) => sum + order.stake, 0)
  const isFree = orders.some(({ freeBetId }) => freeBetId)
  const highest =
    orders.reduce((sum, order) => sum + returnOf(order, order.picks, order.stake), 0) - (isFree ? stake : 0)
  const isClosed = picks.some(({ state }) => state === 'closed')
  const isChanged = picks.some(({ changed, state }) => changed && state === 'open')
  const isShort = session !== null && !isFree && stake > session.balance
  const isRefused = Object.values(faults).some(({ error }) => error === 'insufficientFunds')
  return h(
    'footer',
    { key: 'foot', class: 'slip-foot' },
    h('p', { class: 'sum' }, h('span', {}, words('totalStake')), h('b', {}, money(stake))),
    h('p', { class: 'sum sum-return' }, h('span', {}, words('potentialReturn')), h('b', {}, money(highest))),
    isShort &&
      h('p', { class: 'note', 'data-tone': 'warning' }, words('notEnough', { amount: money(session.balance) })),
    action(),
    h('button', { type: 'button', class: 'link', onclick: () => store.clearSlip() }, words('clearSlip')),
  )

  function action(): Content {
    const button = (label: string, onclick: () => void, isOff = false) =>
      h(
        'button',
        { key: 'action', type: 'button', class: 'primary', 'aria-disabled': isOff ? 'true' : null, onclick },
        label,
      )
    if (store.isGuest())
      return [
        button(words('signInToBet'), () => store.options.on.signIn()),
        h(
          'button',
          { key: 'register', type: 'button', class: 'quiet wide', onclick: () => store.options.on.register() },
          words('register'),
        ),
      ]
    if (isClosed)
      return button(words('removeClosed'), () => {
        const closed = all.filter(({ state }) => state === 'closed')
        // A combination may be closed although each of its selections is still offered.
        if (closed.length === 0) return store.clearSlip()
        for (const pick of closed) store.removePick(keyOf(pick))
      })
    if (isShort || isRefused) return button(words('depositToBet'), () => store.options.on.deposit())
    if (stake === 0) return button(words('enterStake'), () => focusStake(store), picks.length === 0)
    if (isChanged) {
      const [only] = orders
      const isOne = orders.length === 1 && only!.picks.length === 1
      const odds = isOne && showOdds(currentOdds(only!.picks[0]!), format, locale)
      return button(
        odds ? words('placeAt', { odds, amount: money(stake) }) : words('placeAtNew', { amount: money(stake) }),
        () => void store.placeAtCurrent(),
      )
    }
    const label =
      orders.length === 1
        ? words('placeBet', { amount: money(stake) })
        : words('placeBets', { count: orders.length, amount: money(stake) })
    const isBusy = phase.is === 'placing'
    return h(
      'button',
      {
        key: 'action',
        type: 'button',
        class: 'primary',
        'aria-disabled': isBusy ? 'true' : null,
        'aria-busy': isBusy ? 'true' : null,
        onclick: () => void store.placeAll(),
      },
      isBusy && h('span', { class: 'spinner' }),
      label,
    )
  }
}

function focusStake({ options }: Store): void {
  const find = (selector: string) => options.target.shadowRoot?.querySelector<HTMLElement>(selector)
  ;(find('.stake-field input') ?? find('.free-bet select'))?.focus()
}
