/** The bar that is shown while quick bets are on, with their stake and the result of the last one. */
import { formatMoney, readMoney } from './format.ts'
import { icon } from './icons.ts'
import { currencyOf, type Store } from './store.ts'
import { type Content, h } from './view.ts'

export function quickBar(store: Store): Content {
  const { words, isQuickOn, quickStake } = store.state
  if (!isQuickOn || store.isGuest()) return null
  const currency = currencyOf(store)
  const amount = formatMoney(readMoney(quickStake, currency) ?? 0, currency, store.options.locale)
  return h(
    'section',
    { key: 'quick-bar', class: 'quick-bar', 'aria-label': words('quickBet') },
    h(
      'div',
      { class: 'quick-bar-top' },
      icon('quick', 18),
      h('strong', {}, store.quickAmount() === null ? words('quickPaused') : words('quickOn', { amount })),
      h(
        'button',
        { type: 'button', class: 'quiet', onclick: () => store.set({ isQuickOn: false, quickBet: null }) },
        words('quickOff'),
      ),
    ),
    last(store),
  )
}

function last({ state: { words, quickBet, bets } }: Store): Content {
  if (!quickBet) return null
  const bet = quickBet.is === 'placed' ? bets.get(quickBet.bet) : null
  const isWaiting = quickBet.is === 'placing' || bet?.state === 'held'
  const isDeclined = quickBet.is === 'refused' || bet?.state === 'declined'
  return h(
    'p',
    { key: 'last', class: 'quick-bar-last', 'data-is': isWaiting ? 'held' : isDeclined ? 'declined' : 'accepted' },
    isWaiting ? h('span', { class: 'spinner' }) : icon(isDeclined ? 'close' : 'check', 16),
    h(
      'span',
      {},
      h('b', {}, quickBet.name),
      ` · ${words(isWaiting ? 'pending' : isDeclined ? 'declinedTitle' : 'accepted')}`,
      quickBet.is === 'refused' && `. ${words('quickOnSlip')}`,
      bet?.state === 'declined' && `. ${words('stakeReturned')}`,
    ),
  )
}
