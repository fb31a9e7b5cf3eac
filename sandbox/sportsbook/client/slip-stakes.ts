/** The player's stake: money or a free bet, its amount, and the reason if it was refused. */
import type { Refusal } from '../wire.ts'
import { decimalMark } from '../words.ts'
import { formatMoney, presetsOf, readMoney, typedMoney } from './format.ts'
import { reasonText } from './reasons.ts'
import { linesOf } from './slip.ts'
import { currencyOf, type Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

const fromBalance = 'balance'

/** A choice between money and a free bet, if the player has one that fits the slip or has chosen one. */
export function freeBetField(store: Store): Content {
  const { words, freeBet, session } = store.state
  const fitting = store.freeBetsForSlip()
  const isUnfit = freeBet !== null && !fitting.some(({ id }) => id === freeBet)
  const offered = isUnfit ? [...fitting, ...(session?.freeBets ?? []).filter(({ id }) => id === freeBet)] : fitting
  if (offered.length === 0) return null
  const money = (amount: number) => formatMoney(amount, currencyOf(store), store.options.locale)
  return [
    h(
      'label',
      { key: 'free', class: 'setting free-bet' },
      h('span', {}, words('stakeWith')),
      h(
        'select',
        {
          value: freeBet ?? fromBalance,
          onchange: (event) => {
            const { value } = event.target as HTMLSelectElement
            store.set({ freeBet: value === fromBalance ? null : value, faults: {} })
          },
        },
        h('option', { key: fromBalance, value: fromBalance, selected: freeBet === null }, words('balance')),
        offered.map(({ id, name, amount }) =>
          h('option', { key: id, value: id, selected: id === freeBet }, `${name} · ${money(amount)}`),
        ),
      ),
    ),
    isUnfit && h('p', { key: 'unfit', class: 'note', 'data-tone': 'warning' }, words('error_freeBetNotAccepted')),
  ]
}

export const isFreeChosen = (store: Store) => store.state.freeBet !== null

export function stakeField(store: Store, key: string, name: string): Element_ {
  const { words, stakes } = store.state
  const currency = currencyOf(store)
  const { locale } = store.options
  const change = (text: string) => {
    delete store.state.faults[key]
    store.set({ stakes: { ...store.state.stakes, [key]: text } })
  }
  const label = key === 'system' ? words('stakePerBet') : words('stake')
  const now = readMoney(stakes[key] ?? '', currency) ?? 0
  return h(
    'div',
    { key: 'stake', class: 'stake' },
    h(
      'label',
      { class: 'stake-field' },
      h('span', { class: 'stake-label' }, label),
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: stakes[key] ?? '',
        placeholder: `0${decimalMark(locale)}00`,
        'aria-label': `${label}: ${name}`,
        oninput: (event) => change((event.target as HTMLInputElement).value),
      }),
      h('span', { class: 'stake-currency', 'aria-hidden': 'true' }, currency),
    ),
    h(
      'div',
      { class: 'presets' },
      presetsOf(currency).map((amount) =>
        h(
          'button',
          { key: amount, type: 'button', onclick: () => change(typedMoney(now + amount, currency)) },
          formatMoney(amount, currency, locale, 'always').replace(/[.,]00(?=\D*$)/, ''),
        ),
      ),
    ),
    limitNote(store, key, now),
  )
}

/** The highest stake, known before one is typed; with a higher one, a button to use it. */
function limitNote(store: Store, key: string, typed: number): Content {
  const { words, limits, faults } = store.state
  const whole = limits[key]?.maxStake
  if (whole === undefined || whole <= 0 || faults[key]) return null
  const most = key === 'system' ? Math.floor(whole / linesOf(store.systemOrder(0), store.state.picks)) : whole
  const maxStake = whole
  if (typed > most) return refusalNote(store, key, { error: 'stakeTooHigh', maxStake })
  const amount = formatMoney(most, currencyOf(store), store.options.locale)
  return h('p', { key: 'limit', class: 'stake-limit' }, words('maximumStake', { amount }))
}

/** Explains why a bet was refused, and which stake would be accepted. */
export function refusalNote(store: Store, key: string, refusal: Refusal): Element_ {
  const { words } = store.state
  const currency = currencyOf(store)
  const money = (amount: number) => formatMoney(amount, currency, store.options.locale)
  const maxStake = refusal.maxStake
  if (refusal.error === 'stakeTooHigh' && maxStake !== undefined) {
    const perLine =
      key === 'system' ? Math.floor(maxStake / linesOf(store.systemOrder(0), store.state.picks)) : maxStake
    return h(
      'div',
      { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' },
      words('stakeTooHigh', { amount: money(maxStake) }),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            delete store.state.faults[key]
            store.set({ stakes: { ...store.state.stakes, [key]: typedMoney(perLine, currency) } })
          },
        },
        words('useMaximum', { amount: money(perLine) }),
      ),
    )
  }
  if (refusal.error === 'insufficientFunds')
    return h(
      'div',
      { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' },
      words('notEnough', { amount: money(store.state.session?.balance ?? 0) }),
    )
  const text =
    refusal.error === 'stakeTooLow' && refusal.minStake !== undefined
      ? words('stakeTooLow', { amount: money(refusal.minStake) })
      : reasonText(words, refusal.error) || refusal.message || words('error_other')
  return h('div', { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' }, text)
}
