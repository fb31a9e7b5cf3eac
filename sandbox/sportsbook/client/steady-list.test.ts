import { expect, test } from 'vitest'
import type { WireEvent } from '../wire.ts'
import type { State } from './state.ts'
import { arrivalsOf, eventOf, keepPast, steady } from './steady-list.ts'

const now = 1_000_000
const match = (id: string, startsAt: number, league = 'a'): WireEvent => ({
  id,
  sport: 'football',
  league: { id: league, name: league, colors: ['#000', '#fff'] },
  home: `${id} home`,
  away: `${id} away`,
  startsAt,
  marketCount: 1,
  markets: [],
  board: {
    phase: startsAt > now ? 'upcoming' : 'live',
    period: 'half1',
    minute: null,
    score: { home: 0, away: 0 },
    parts: [],
    points: null,
    server: null,
    goals: [],
  },
})
function listed(path: string, ...events: WireEvent[]): State {
  const given = { path, search: '', period: 'all', league: null, favorites: new Set(), past: new Map(), shown: null }
  return { ...given, events: new Map(events.map((event) => [event.id, event])) } as unknown as State
}
const begin = (state: State, id: string) => (state.events.get(id)!.board.phase = 'live')

test('matches that begin, end or are new leave every listed match in its place, and are counted', () => {
  const state = listed('/football', match('one', now - 1), match('two', now + 1), match('three', now + 2, 'b'))
  const before = steady(state, now)
  expect(before).toMatchObject({ live: ['one'], upcoming: ['two', 'three'] })
  begin(state, 'two')
  const one = state.events.get('one')!
  one.board.phase = 'ended'
  keepPast(state, one)
  state.events.delete('one')
  state.events.set('new', match('new', now + 1))
  expect(steady(state, now)).toBe(before)
  expect(arrivalsOf(state, now)).toEqual({ began: 1, ended: 1 })
  expect(eventOf(state, 'one')).toMatchObject({ board: { phase: 'ended' }, markets: [] })
  // The player asks for the changes.
  state.shown = null
  expect(steady(state, now)).toMatchObject({ live: ['two'], upcoming: ['new', 'three'] })
  expect(arrivalsOf(state, now)).toEqual({ began: 0, ended: 0 })
})

test('another filter, and a list without matches, are arranged at once', () => {
  const state = listed('/live', match('one', now + 1))
  expect(steady(state, now).live).toEqual([])
  begin(state, 'one')
  expect(steady(state, now).live).toEqual(['one'])
  Object.assign(state, { path: '/football', search: 'nobody' })
  expect(steady(state, now)).toMatchObject({ live: [], upcoming: [] })
})
