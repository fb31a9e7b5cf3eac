/** What lists show: the result, a total and a handicap of each match, and the changes that followers of lists are sent. */
import { expect, test } from 'vitest'
import { createCalendar } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { fairProbability } from '../models/selection.ts'
import { type Delta, listedTypes, type WireEvent } from '../wire.ts'
import { type Book, createBook } from './book.ts'

const start = Date.UTC(2026, 4, 1, 12, 0, 0)

/** Changes a list as a client does. */
function applied(list: Map<string, WireEvent>, deltas: Delta[]): void {
  for (const delta of deltas) {
    if (delta.is === 'new') list.set(delta.event.id, structuredClone(delta.event))
    if (delta.is === 'gone') list.delete(delta.id)
    if (delta.is === 'event')
      Object.assign(list.get(delta.id) ?? {}, { board: delta.board, marketCount: delta.marketCount })
    if (delta.is !== 'listed' && delta.is !== 'unlisted' && delta.is !== 'odds') continue
    const event = list.get(delta.event)
    if (!event) continue
    if (delta.is === 'unlisted') event.markets = event.markets.filter(({ id }) => id !== delta.id)
    if (delta.is === 'listed') {
      const at = event.markets.findIndex(({ type }) => type === delta.market.type)
      event.markets.splice(at < 0 ? event.markets.length : at, at < 0 ? 0 : 1, structuredClone(delta.market))
    }
    if (delta.is === 'odds') {
      const market = event.markets.find(({ id }) => id === delta.id)!
      Object.assign(market, {
        version: delta.version,
        state: delta.state,
        odds: { ...market.odds, ...delta.odds },
      })
    }
  }
}

const marketsOf = (events: Iterable<WireEvent>) =>
  Object.fromEntries(
    [...events].map(({ id, markets }) => [id, markets.toSorted((one, two) => one.id.localeCompare(two.id))]),
  )

test('a list kept by its changes equals the list, with or without followers of its matches', () => {
  let now = start
  const book: Book = createBook({
    calendar: createCalendar('list test'),
    matchOf: createMatches('list test'),
    now: () => now,
    horizonMs: 20 * 60_000,
  })
  book.refresh()
  book.drain()
  const list = new Map(book.list().map((event) => [event.id, structuredClone(event)]))
  const moved = new Set<string>()
  const counts = { listed: 0, unlisted: 0 }
  for (let step = 0; step < 160; step++) {
    now += 2_900
    // Some matches gain followers, who are forgotten after a minute.
    if (step % 40 === 0) for (const { id } of book.list().slice(0, 4)) book.event(id)
    book.refresh()
    const deltas = book.drain().get('list') ?? []
    for (const delta of deltas)
      if (delta.is === 'listed' || delta.is === 'unlisted') {
        counts[delta.is]++
        if (delta.is === 'listed') moved.add(delta.market.type)
      }
    applied(list, deltas)
    const current = book.list()
    expect(marketsOf(list.values())).toEqual(marketsOf(current))
    for (const { sport, markets, board } of current) {
      const types = markets.map(({ type }) => type)
      expect(types).toEqual(listedTypes[sport].filter((type) => types.includes(type)))
      if (board.phase === 'upcoming') expect(markets).toHaveLength(3)
    }
  }
  // Lines moved with the matches, without a follower too.
  expect(counts.listed).toBeGreaterThan(40)
  expect(counts.unlisted).toBeGreaterThan(10)
  for (const type of ['total', 'handicap', 'totalGames', 'gameHandicap', 'totalPoints', 'pointHandicap'])
    expect([...moved]).toContain(type)
})

test('the line in a list is the one whose two sides are closest to even', () => {
  const book = createBook({
    calendar: createCalendar('line test'),
    matchOf: createMatches('line test'),
    now: () => start,
    horizonMs: 20 * 60_000,
  })
  book.refresh()
  let compared = 0
  for (const { id, sport, markets } of book.list()) {
    const offered = book.event(id)!.markets
    const distance = ({ id: market, odds }: (typeof offered)[number]) => {
      const [one, other] = Object.keys(odds).map((code) => fairProbability(book.chances(id, market, code)!.outcome))
      return Math.abs(one! - other!)
    }
    for (const type of listedTypes[sport].slice(1)) {
      const shown = markets.find((market) => market.type === type)
      if (!shown) continue
      const best = Math.min(...offered.filter((market) => market.type === type).map(distance))
      expect(distance(shown)).toBeCloseTo(best, 10)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(10)
})
