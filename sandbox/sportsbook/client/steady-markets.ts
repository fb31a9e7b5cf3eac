/**
 * Which markets the page of a match shows, and where. Lines open and close with every point: a page that followed them
 * would put another price under a still pointer. A closed market therefore stays in its place, locked, until another
 * line of the same kind takes the place.
 */
import type { WireEvent, WireMarket } from '../wire.ts'
import type { State } from './state.ts'

/** `ids` of each kind of market in the order of the page; `outcomes` of each market in the order of its buttons. */
export type Places = {
  key: string
  ids: Map<string, string[]>
  known: Map<string, WireMarket>
  outcomes: Map<string, string[]>
}
export type PlacedMarket = WireMarket & { outcomes: string[] }

/** Markets with more outcomes than this show only those that have a price when they are placed. */
const mostEmpty = 3

/** The markets by kind that are shown; `isShown` selects the kinds that the player has chosen under the name `group`. */
export function steadyMarkets(
  state: Pick<State, 'places'>,
  event: Pick<WireEvent, 'id' | 'markets'>,
  group: string,
  isShown: (market: WireMarket) => boolean,
): PlacedMarket[][] {
  const key = `${event.id} ${group}`
  const open = event.markets.filter(isShown)
  if (state.places?.key !== key || event.markets.length === 0) {
    state.places = { key, ids: new Map(), known: new Map(), outcomes: new Map() }
    open.sort((one, two) => Number(one.line) - Number(two.line))
    open.sort((one, two) => indexOfType(event, one) - indexOfType(event, two))
  }
  const { ids, known, outcomes } = state.places
  const openIds = new Set(open.map(({ id }) => id))
  for (const market of open) {
    const { id, type } = market
    const places = ids.get(type) ?? []
    ids.set(type, places)
    if (!places.includes(id)) {
      const free = places.findIndex((each) => !openIds.has(each))
      places[free < 0 ? places.length : free] = id
    }
    known.set(id, market)
    const all = Object.keys(market.odds)
    const shown = outcomes.get(id) ?? []
    const added = all.filter((each) => !shown.includes(each) && (all.length <= mostEmpty || market.odds[each] !== null))
    outcomes.set(id, [...shown, ...added])
  }
  return [...ids.values()].map((places) =>
    places.map((id) => {
      const market = known.get(id)!
      return { ...(openIds.has(id) ? market : closed(market)), outcomes: outcomes.get(id)! }
    }),
  )
}

const indexOfType = ({ markets }: Pick<WireEvent, 'markets'>, { type }: WireMarket) =>
  markets.findIndex((each) => each.type === type)

const closed = (market: WireMarket): WireMarket => ({ ...market, state: 'closed', odds: {} })
