// The listed players of the current round, and the multipliers at which they cashed out.

import type { SharedBet } from '#contract/shared-rounds.ts'
import { type Amounts, amountsIn } from '#games/client/amounts.ts'
import { el, set } from '#games/client/dom.ts'
import type { Words } from '#games/client/words.ts'
import { studioCurrencies } from '#games/studio/currencies.ts'

export type Players = {
  element: HTMLElement
  put(bets: readonly SharedBet[]): void
  cashOut(id: string, at: number): void
  /** Marks the player's own bet. */
  markOwn(id: string | null): void
}

export function playersOf(words: Words, locale: string, times: (hundredths: number) => string): Players {
  const heading = el('h2', {})
  const list = el('ul', { tabindex: 0, 'aria-label': words('players') })
  const rows = new Map<string, HTMLElement>()
  const amountsByCurrency = new Map<string, Amounts>()
  let ownId: string | null = null

  const amountText = (code: string, stake: number) => {
    const currency = studioCurrencies.get(code)
    if (!currency) return String(stake)
    if (!amountsByCurrency.has(code)) amountsByCurrency.set(code, amountsIn(currency, locale))
    return amountsByCurrency.get(code)!.written(stake)
  }
  function count() {
    heading.textContent = words('playerCount', { count: rows.size })
  }
  function mark(row: HTMLElement, at: number | null) {
    row.toggleAttribute('data-out', at !== null)
    row.lastElementChild!.textContent = at === null ? words('stillIn') : times(at)
  }
  function add(bet: SharedBet) {
    const row = el(
      'li',
      { 'data-own': bet.id === ownId },
      el('bdi', {}, bet.name),
      el('bdi', {}, amountText(bet.currency, bet.stake)),
      el('bdi', {}),
    )
    mark(row, bet.cashedOutAt)
    rows.get(bet.id)?.remove()
    rows.set(bet.id, row)
    list.append(row)
  }
  count()
  return {
    element: el('section', { class: 'players' }, heading, list),
    put(bets) {
      if (bets.length === 0) {
        rows.clear()
        list.replaceChildren()
      }
      bets.forEach(add)
      count()
    },
    cashOut(id, at) {
      const row = rows.get(id)
      if (row) mark(row, at)
    },
    markOwn(id) {
      ownId = id
      for (const [key, row] of rows) set(row, { 'data-own': key === id })
    },
  }
}
