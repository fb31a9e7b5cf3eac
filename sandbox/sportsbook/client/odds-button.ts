/** A button with a price: its outcome, and whether it is on the slip, suspended, or has just changed. */
import { outcomeName } from '../names.ts'
import type { WireEvent, WireMarket } from '../wire.ts'
import { showOdds } from './format.ts'
import { icon } from './icons.ts'
import { keyOf } from './slip.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

type Parts = { event: WireEvent; market: WireMarket; outcome: string; label?: string }

/**
 * A link to the slip after prices of which one is on the slip. It is only for the keyboard, because there may be
 * hundreds of other prices between them and a slip beside the page.
 */
export function slipLink({ state, openSlip }: Store, eventId: string, markets: string[]): Content {
  const isPicked = state.picks.some((pick) => pick.eventId === eventId && markets.includes(pick.market))
  return (
    isPicked &&
    h('button', { key: 'to-slip', type: 'button', class: 'to-slip', onclick: openSlip }, state.words('betSlip'))
  )
}

export function oddsButton({ state, options, press }: Store, { event, market, outcome, label }: Parts): Element_ {
  const odds = market.odds[outcome] ?? null
  const name = outcomeName(state.words, { ...event, ...market }, outcome)
  const key = keyOf({ eventId: event.id, market: market.id, outcome })
  const isPicked = state.picks.some((pick) => keyOf(pick) === key)
  const isOpen = market.state === 'open' && odds !== null
  const move = state.moves.get(key)
  const moved = move && move.until > Date.now() && isOpen ? move.to : null
  return h(
    'button',
    {
      key,
      type: 'button',
      class: 'odds',
      'data-move': moved,
      'aria-pressed': isPicked ? 'true' : 'false',
      // The button stays focusable, because the market reopens in a moment.
      'aria-disabled': isOpen || isPicked ? null : 'true',
      onclick: () => {
        if (isOpen || isPicked) press(event, market, outcome)
      },
    },
    // Screen readers get the name from this hidden text, because a column of a list shows 1, X or 2 instead of it.
    label !== undefined && h('span', { class: 'hidden' }, name),
    h('span', { class: 'odds-name', 'aria-hidden': label === undefined ? null : 'true' }, label ?? name),
    isOpen
      ? h(
          'span',
          { class: 'odds-price' },
          moved && icon(moved === 'up' ? 'up' : 'fall', 12),
          showOdds(odds, state.format, options.locale),
        )
      : h('span', { class: 'odds-price' }, icon('lock', 14), h('span', { class: 'hidden' }, state.words('suspended'))),
  )
}
