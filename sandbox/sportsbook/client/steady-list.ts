/**
 * Which matches a list shows, in which section and order. It is decided when the player enters the list, filters it or
 * asks for the changes: a list that reorders itself puts another match under a still pointer.
 */
import { matches } from '../search.ts'
import { type WireEvent, sports } from '../wire.ts'
import type { State } from './state.ts'

export type Arrangement = { key: string; live: string[]; upcoming: string[] }
/** What has changed since the list was arranged. */
export type Arrivals = { began: number; ended: number }

const minuteMs = 60_000
const upcomingOfLeague = 4

export const isLive = ({ board }: WireEvent) => board.phase === 'live'

/** The list as it would be arranged now. */
export function arrange(state: State, now: number): Arrangement {
  const events = matchesOfRoute(state, now)
  const upcoming = events.filter(({ board }) => board.phase === 'upcoming')
  const ids = (groups: WireEvent[][]) => groups.flat().map(({ id }) => id)
  return {
    key: keyOfList(state),
    live: ids(byLeague(events.filter(isLive))),
    upcoming: ids(byLeague(upcoming).map((group) => (state.path === '/' ? group.slice(0, upcomingOfLeague) : group))),
  }
}

/** The arrangement that is on screen; a new one if the player has chosen another list, or there is nothing to move. */
export function steady(state: State, now: number): Arrangement {
  const { shown } = state
  const isEmpty = !shown || shown.live.length + shown.upcoming.length === 0
  if (isEmpty || shown.key !== keyOfList(state)) state.shown = arrange(state, now)
  return state.shown!
}

export function arrivalsOf(state: State, now: number): Arrivals {
  const shown = steady(state, now)
  const wasLive = new Set(shown.live)
  const listed = [...shown.live, ...shown.upcoming]
  return {
    began: arrange(state, now).live.filter((id) => !wasLive.has(id)).length,
    ended: listed.filter((id) => eventOf(state, id)?.board.phase !== 'live' && !isUpcoming(state, id)).length,
  }
}

/** A listed match, also after it has left the sportsbook's list. */
export const eventOf = ({ events, past }: State, id: string): WireEvent | undefined => events.get(id) ?? past.get(id)

const isUpcoming = (state: State, id: string) => eventOf(state, id)?.board.phase === 'upcoming'

/** Stores a match that leaves the sportsbook's list while this one may show it. */
export function keepPast({ past }: State, event: WireEvent): void {
  const { board } = event
  const phase = board.phase === 'abandoned' ? board.phase : 'ended'
  past.set(event.id, { ...event, markets: [], marketCount: 0, board: { ...board, phase } })
}

const keyOfList = ({ path, search, period, league }: State) => [path, search, period, league].join('\n')

/** The matches of the route: `/football`, `/live`, `/favorites` or all. */
function matchesOfRoute({ path, events, search, period, league, favorites }: State, now: number): WireEvent[] {
  const sport = sports.find((each) => path === `/${each}`)
  return [...events.values()]
    .filter((event) => !sport || event.sport === sport)
    .filter((event) => path !== '/live' || isLive(event))
    .filter((event) => path !== '/favorites' || favorites.has(event.id))
    .filter((event) => !league || event.league.id === league)
    .filter((event) => period === 'all' || isLive(event) || event.startsAt - now <= Number(period) * minuteMs)
    .filter((event) => search.trim() === '' || matches(event, search))
    .sort((one, two) => one.startsAt - two.startsAt)
}

/** Groups matches by league, in the order of the first match. */
export function byLeague(events: WireEvent[]): WireEvent[][] {
  const groups = new Map<string, WireEvent[]>()
  for (const event of events) {
    const group = groups.get(event.league.id)
    if (group) group.push(event)
    else groups.set(event.league.id, [event])
  }
  return [...groups.values()]
}
