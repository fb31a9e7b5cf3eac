/** The book's margin is the same share of the fair price for all odds and in every market. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { highestOdds, lowestOdds, onLadder, readOdds } from '#contract/settlement/odds.ts'
import { builderCode, builderMarket, type Part } from '../builder.ts'
import { createCalendar } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { fairProbability } from '../models/selection.ts'
import { keptShareOf } from '../pricing/kept-share.ts'
import { builderMargin, liveExtra, longestStep, oddsWith, singleMargin } from '../pricing/margin.ts'
import { type Book, createBook } from './book.ts'

test('the margin is the stated share of the fair price, and at most a step of the ladder more, at every probability', () => {
  const margins = [singleMargin, builderMargin, singleMargin + liveExtra, builderMargin + liveExtra]
  fc.assert(
    fc.property(
      fc.double({ min: Math.log(1e-12), max: 0, noNaN: true }).map(Math.exp),
      fc.constantFrom(...margins),
      (probability, margin) => {
        const stated = (1 - margin) / probability
        const odds = oddsWith(margin, probability)
        if (odds === null) {
          expect(stated < 1.0100001 || stated > 999.9999).toBe(true)
          return
        }
        expect(Number(odds)).toBeLessThanOrEqual(stated + 1e-8)
        expect(Number(odds)).toBeGreaterThan(stated * (1 - longestStep) - 0.01)
        if (stated > 2) expect(Number(odds)).toBeGreaterThan(stated * (1 - longestStep))
      },
    ),
    { numRuns: 20_000 },
  )
  for (const none of [0, -1, Number.NaN, 1e-320]) expect(oddsWith(singleMargin, none)).toBeNull()
  // With these probabilities, earlier rules kept 53 % and 90 %.
  expect(oddsWith(singleMargin, 0.05)).toBe('19.00')
  expect(oddsWith(builderMargin, 0.01)).toBe('91.00')
})

test('no step of the ladder is longer than 2.5 % of its price', () => {
  for (let price = lowestOdds; price < highestOdds; price += 1n) {
    const step = price - onLadder(price)!
    if (Number(step) > Number(price) * longestStep) throw new Error(`${price} is rounded down by ${step}`)
  }
})

const start = Date.UTC(2026, 4, 1, 12, 0, 0)
let now = start
function open(): Book {
  now = start
  const calendar = createCalendar('pricing test')
  return createBook({ calendar, matchOf: createMatches('pricing test'), now: () => now, horizonMs: 24 * 60_000 })
}

type Priced = Part & { odds: number; fair: number; back: number }
const pricedIn = (book: Book, event: string): Priced[] =>
  book.event(event)!.markets.flatMap(({ id: market, state, odds }) =>
    Object.entries(odds).flatMap(([outcome, price]) => {
      const chances = book.chances(event, market, outcome)!
      const { back } = chances.outcome
      const fair = fairProbability(chances.outcome)
      return price && state === 'open' ? [{ market, outcome, odds: Number(price), fair, back }] : []
    }),
  )

/** Yields upcoming and live matches, some of them after goals. */
function* moments(book: Book): Generator<{ event: string; isLive: boolean }> {
  for (let step = 0; step < 7; step++) {
    book.refresh()
    for (const { id, sport, board } of book.list())
      if (sport === 'football' && (board.phase === 'live' || (board.phase === 'upcoming' && step === 0)))
        yield { event: id, isLive: board.phase === 'live' }
    now += 97_000
  }
}

test('the share that the house is said to keep of a market is its margin and at most a step of the ladder', () => {
  const book = open()
  const told = new Set<string>()
  for (let step = 0; step < 3; step++) {
    book.refresh()
    for (const { id, board } of book.list())
      for (const market of book.event(id)!.markets) {
        const share = keptShareOf(market)
        if (share === null) continue
        const margin = singleMargin + (board.phase === 'live' ? liveExtra : 0)
        expect(share, `${id} ${market.id}`).toBeGreaterThan(margin - 1e-6)
        // Prices just above 1 are rounded down by up to 1 % of the stake.
        expect(share, `${id} ${market.id}`).toBeLessThan(margin + longestStep + 0.01)
        told.add(market.type)
      }
    now += 300_000
  }
  expect(told.size).toBeGreaterThan(18)
  expect(keptShareOf({ type: 'result', odds: { home: '2.00', draw: null, away: '2.00' } })).toBeNull()
})

test('every price of every sport has the same margin', () => {
  const book = open()
  const seen = new Set<string>()
  for (let step = 0; step < 4; step++) {
    book.refresh()
    for (const { id, sport, board } of book.list()) {
      const margin = singleMargin + (board.phase === 'live' ? liveExtra : 0)
      for (const { odds, fair } of pricedIn(book, id)) {
        const returned = odds * fair
        expect(returned).toBeLessThanOrEqual(1 - margin + 1e-6)
        expect(returned).toBeGreaterThan((1 - margin) * (1 - longestStep) - 0.01 * fair)
        seen.add(`${sport} ${board.phase} ${fair < 0.05 ? 'long' : 'short'}`)
      }
    }
    now += 241_000
  }
  expect(seen.size).toBeGreaterThan(8)
})

test('the same event has one price in every market', () => {
  const book = open()
  let compared = 0
  for (const { event } of moments(book)) {
    const priced = pricedIn(book, event)
    const find = (market: string, outcome: string) =>
      priced.find((each) => each.market === market && each.outcome === outcome)?.odds
    const same = [
      [find('result', 'home'), find('handicap:-0.5', 'home')],
      [find('result', 'away'), find('handicap:0.5', 'away')],
      [find('doubleChance', 'homeOrDraw'), find('handicap:0.5', 'home')],
      [find('doubleChance', 'drawOrAway'), find('handicap:-0.5', 'away')],
      [find('correctScore', '0-0'), find('total:0.5', 'under')],
      [find('correctScore', '0-0'), find('nextGoal:1', 'none')],
      [find('total:0.5', 'under'), find('nextGoal:1', 'none')],
      [find('drawNoBet', 'home'), find('handicap:0', 'home')],
    ]
    for (const [one, other] of same) {
      if (one === undefined || other === undefined) continue
      expect(one).toBe(other)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(50)
})

// Shows: attack 196
longTest(
  'a combined price has a margin of 9 %, is never below one of its parts, and equals the price of the same event alone',
  () => {
    const book = open()
    const counts = { built: 0, long: 0, same: 0 }
    let number = 0
    for (const { event, isLive } of moments(book)) {
      const priced = pricedIn(book, event).filter(({ market }) => !/^(half|nextGoal)/.test(market))
      for (let trial = 0; trial < 40; trial++) {
        const parts = [0, 1, 2].slice(0, 2 + (trial % 2)).map((at) => priced[(number += 7 + at) % priced.length]!)
        const code = builderCode(parts)
        const quote = book.quote(event, builderMarket, code)
        if (!quote?.odds) continue
        const [odds, fair] = [Number(quote.odds), fairProbability(quote.outcome)]
        const margin = (of: number) => 1 - of - (isLive ? liveExtra : 0)
        counts.built++
        if (odds > 12) counts.long++
        expect(odds * fair).toBeGreaterThan(margin(builderMargin) * (1 - longestStep) - 0.01 * fair)
        expect(odds * fair).toBeLessThanOrEqual(margin(singleMargin) + 1e-6)
        for (const part of parts) expect(odds).toBeGreaterThanOrEqual(part.odds)
        for (const part of parts)
          if (Math.abs(part.fair - fair) < 1e-12 && Math.abs(part.back - quote.outcome.back) < 1e-12) {
            expect(odds).toBe(part.odds)
            counts.same++
          }
      }
    }
    expect(counts.built).toBeGreaterThan(300)
    expect(counts.long).toBeGreaterThan(20)
    expect(counts.same).toBeGreaterThan(5)
  },
)

test('"4-4 and even" has the price of "4-4", and no goal of either side that of "0-0"', () => {
  const book = open()
  book.refresh()
  const events = book.list().filter(({ sport, board }) => sport === 'football' && board.phase === 'upcoming')
  const part = (market: string, outcome: string): Part => ({ market, outcome })
  let compared = 0
  for (const { id } of events) {
    const markets = new Map(book.event(id)!.markets.map((market) => [market.id, market.odds]))
    for (const [score, parts] of [
      ['4-4', [part('correctScore', '4-4'), part('oddEven', 'even')]],
      ['2-1', [part('correctScore', '2-1'), part('result', 'home'), part('bothScore', 'yes')]],
      ['0-0', [part('homeTotal:0.5', 'under'), part('awayTotal:0.5', 'under')]],
    ] as const) {
      const alone = markets.get('correctScore')![score]
      if (!alone) continue
      expect(book.quote(id, builderMarket, builderCode([...parts]))!.odds, score).toBe(alone)
      expect(readOdds(alone)).toBeGreaterThan(0n)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(events.length)
})
