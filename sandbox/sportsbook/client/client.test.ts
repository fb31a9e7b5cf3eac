import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { WireBet } from '../wire.ts'
import { formatMoney, presetsOf, readMoney, showOdds, typedMoney } from './format.ts'
import { columnLabel } from './list.ts'
import { readSlipPath, selectionsOf, slipPath } from './shared-slip.ts'
import {
  byMatch,
  hasRelated,
  isBuildable,
  linesOf,
  returnOf,
  type SlipPick,
  systemsFor,
  toggled,
  totalOdds,
} from './slip.ts'

const pick = (eventId: string, odds = '2.00', outcome = 'home'): SlipPick => ({
  eventId,
  market: 'result',
  type: 'result',
  line: null,
  outcome,
  odds,
  version: 1,
  changed: null,
  state: 'open',
  sport: 'football',
  home: 'Harrow Vale',
  away: 'Dunleigh',
  league: 'Aldmoor Premier',
  startsAt: 0,
})

test('a typed stake is parsed into subunits, and text that is not an amount of the currency is refused', () => {
  expect(readMoney('12,50', 'EUR')).toBe(1_250)
  expect(readMoney(' 5 ', 'EUR')).toBe(500)
  expect(readMoney('0.00010000', 'BTC')).toBe(10_000)
  for (const text of ['', '-1', '1.234', 'ten', '1e3', '1.2.3', '9'.repeat(20)])
    expect(readMoney(text, 'EUR')).toBeNull()
})

test('formatting an amount for input and parsing it again gives the same amount, in every currency', () => {
  for (const currency of ['EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'])
    for (const amount of [1, 50, 12_345, ...presetsOf(currency)])
      expect(readMoney(typedMoney(amount, currency), currency)).toBe(amount)
})

test('amounts and odds are formatted by the locale and the chosen format', () => {
  expect(formatMoney(123_450, 'EUR', 'de')).toBe('1.234,50\u00a0€')
  expect(formatMoney(123_450, 'USD', 'ar')).toBe('\u200f1,234.50\u00a0US$\u200e')
  expect(formatMoney(12_000, 'BTC', 'en')).toBe('0.00012 BTC')
  expect(showOdds('2.50', 'american', 'en')).toBe('+150')
  expect(showOdds('1.50', 'american', 'de')).toBe('\u2212200')
  expect(showOdds('2.50', 'fractional', 'de')).toBe('3/2')
  for (const [locale, shown] of [
    ['en', '2.50'],
    ['de', '2,50'],
    ['pt-BR', '2,50'],
    ['fr-CA', '2,50'],
    ['es', '2,50'],
    ['ar', '2.50'],
  ] as const)
    expect(showOdds('2.50', 'decimal', locale)).toBe(shown)
})

test('a second press removes a selection, and a new selection replaces the oldest one of a full slip', () => {
  const one = pick('a')
  expect(toggled(toggled([], one), one)).toEqual([])
  const full = Array.from({ length: 12 }, (_, index) => pick(`match ${index}`))
  expect(toggled(full, pick('new')).map(({ eventId }) => eventId)).toEqual([
    ...full.slice(1).map(({ eventId }) => eventId),
    'new',
  ])
})

test('two selections of one match are related; of different matches they are not', () => {
  expect(hasRelated([pick('a'), pick('a', '3.00', 'draw')])).toBe(true)
  expect(hasRelated([pick('a'), pick('b')])).toBe(false)
})

test('selections of several matches are buildable if those of each match are; each match is one selection of the bet', () => {
  const of = (event: string, market: string) => ({ ...pick(event), market })
  const two = [of('a', 'result'), of('a', 'total:2.5'), of('b', 'result'), of('b', 'bothScore'), of('c', 'result')]
  expect(isBuildable(two)).toBe(true)
  expect(isBuildable([...two, of('a', 'result')])).toBe(false)
  expect(isBuildable(two.filter((_each, index) => index % 2 === 0))).toBe(false)
  expect(
    isBuildable([...two, { ...of('d', 'winner'), sport: 'tennis' }, { ...of('d', 'setScore'), sport: 'tennis' }]),
  ).toBe(false)
  expect([...byMatch(two).values()].map((group) => group.length)).toEqual([2, 2, 1])
})

test('systems have the number of lines of their names, and the return of all their lines', () => {
  const lines = (count: number, id: string) => {
    const picks = Array.from({ length: count }, (_, index) => pick(`match ${index}`))
    const { sizes } = systemsFor(count).find((system) => system.id === id)!
    return linesOf({ kind: 'system', systemSizes: sizes }, picks)
  }
  expect([lines(3, 'trixie'), lines(3, 'patent'), lines(4, 'yankee'), lines(4, 'lucky15')]).toEqual([4, 7, 11, 15])
  expect([lines(5, 'canadian'), lines(6, 'heinz'), lines(7, 'superHeinz'), lines(8, 'goliath')]).toEqual([
    26, 57, 120, 247,
  ])
  const picks = [pick('a'), pick('b'), pick('c')]
  // Three doubles at 4.00 and a treble at 8.00.
  expect(returnOf({ kind: 'system', systemSizes: [2, 3] }, picks, 400)).toBe(2_000)
})

test('the odds of a multi are the product of the current odds of its selections', () => {
  expect(totalOdds([pick('a', '1.85'), pick('b', '2.10')])).toBe(3_885n)
  expect(totalOdds([{ ...pick('a', '1.85'), changed: '2.00' }, pick('b', '2.10')])).toBe(4_200n)
})

test('the link of a bet names its selections, including the parts of combined ones; invalid parts of a link are ignored', () => {
  const leg = { eventId: 'football-7', market: 'total:2.5', outcome: 'over' }
  const parts = [
    { market: 'result', outcome: 'home' },
    { market: 'score', outcome: '2-1' },
  ]
  const bet = { legs: [leg, { eventId: 'football-8', market: 'builder', outcome: 'x', parts }] } as WireBet
  const selections = [leg, ...parts.map((part) => ({ eventId: 'football-8', ...part }))]
  expect(selectionsOf(bet)).toEqual(selections)
  expect(readSlipPath(slipPath(selections))).toEqual(selections)
  // The site's route limits the length.
  expect(slipPath(Array.from({ length: 12 }, () => ({ ...leg, eventId: 'football-99747411' }))).length).toBeLessThan(
    800,
  )
  expect(readSlipPath('/slip/a~b,~~,a~b~c~d,<x>~b~c,a~b~c')).toEqual([{ eventId: 'a', market: 'b', outcome: 'c' }])
  expect(readSlipPath('/event/football-7')).toBeNull()
})

// Shows: attack 201
test('neither page nor client listens to messages of frames; they call each other directly', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = globSync('{sandbox/sportsbook/client,web/features/sports}/*.{ts,tsx}', { cwd: root })
  expect(sources.length).toBeGreaterThan(15)
  for (const file of sources.filter((each) => !each.includes('.test.')))
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
      /addEventListener\(\s*['"]message|window\.onmessage|postMessage/,
    )
})

test('lines in the columns of the list have the decimal mark of the locale, like the odds beside them', () => {
  const place = { sport: 'football', index: 0 } as const
  const shown = (locale: string) => [
    columnLabel(locale, { ...place, column: 'total', line: '2.5', outcome: 'over' }),
    columnLabel(locale, { ...place, column: 'handicap', line: '-0.25', outcome: 'home' }),
    columnLabel(locale, { ...place, column: 'handicap', line: '-0.25', outcome: 'away' }),
  ]
  const isolated = (texts: string[]) => texts.map((text) => `\u2066${text}\u2069`)
  for (const locale of ['de', 'es', 'fr-CA', 'pt-BR'])
    expect(shown(locale), locale).toEqual(isolated(['> 2,5', '\u22120,25', '+0,25']))
  expect(shown('en')).toEqual(isolated(['> 2.5', '\u22120.25', '+0.25']))
})
