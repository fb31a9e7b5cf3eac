import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { retiredIn } from '#scripts/retired-terms.ts'
import { builderCode, builderMarket } from './builder.ts'
import { football, footballAt } from './models/football.ts'
import { basketball, basketballStart } from './models/basketball.ts'
import { tennis, tennisStart } from './models/tennis.ts'
import { marketName, outcomeName } from './names.ts'
import { wordsIn } from './words.ts'

const everyText = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>
const read = (locale: string) => everyText[locale]!
const reference = read('en')
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort()

test.each(localeCodes)('%s has every text, with the same placeholders and no retired term', (locale) => {
  const texts = read(locale)
  expect(Object.keys(texts)).toEqual(Object.keys(reference))
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), key).not.toBe('')
    expect(placeholders(text), key).toEqual(placeholders(reference[key]!))
    expect(retiredIn(locale, text), key).toEqual([])
  }
})

test.each(localeCodes)('%s names every market and outcome that the models offer', (locale) => {
  const words = wordsIn(read(locale), locale)
  const offered = [
    ...football.offer(strong, footballAt([], 0)).map((key) => [key, football.price(strong, footballAt([], 0), key)!]),
    ...tennis.offer(servers, tennisStart('home')).map((key) => [key, tennis.price(servers, tennisStart('home'), key)!]),
    ...basketball.offer(sides, basketballStart()).map((key) => [key, basketball.price(sides, basketballStart(), key)!]),
  ] as Array<[{ type: string; line: string | null }, Array<{ code: string }>]>
  for (const [key, outcomes] of offered) {
    const market = { ...key, home: 'Harrow Vale', away: 'Dunleigh' }
    expect(marketName(words, market)).not.toMatch(/_|undefined/)
    for (const { code } of outcomes) expect(outcomeName(words, market, code)).not.toMatch(/_|undefined/)
  }
  expect(offered.length).toBeGreaterThan(40)
  const combined = { type: builderMarket, line: null, home: 'Harrow Vale', away: 'Dunleigh' }
  const code = builderCode([
    { market: 'result', outcome: 'home' },
    { market: 'total:2.5', outcome: 'over' },
  ])
  expect(marketName(words, combined)).not.toMatch(/_/)
  expect(outcomeName(words, combined, code)).toMatch(/Harrow Vale.* \+ .*2[.,]5/)
})

test('lines have the decimal mark of the locale', () => {
  const words = (locale: string) => wordsIn(read(locale), locale)
  const total = { type: 'total', line: '2.5', home: 'Harrow Vale', away: 'Dunleigh' }
  expect(outcomeName(words('de'), total, 'over')).toBe('Über 2,5')
  expect(outcomeName(words('en'), total, 'over')).toBe('Over 2.5')
  const handicap = { ...total, type: 'handicap', line: '-0.25' }
  expect(outcomeName(words('fr-CA'), handicap, 'away')).toBe('Dunleigh +0,25')
  expect(outcomeName(words('ar'), handicap, 'away')).toContain('+0.25')
})

const strong = { home: 1.5, away: 1.1 }
const servers = { home: 0.63, away: 0.62 }
const sides = { home: [0.5, 0.03, 0.33, 0.14], away: [0.51, 0.04, 0.32, 0.13] } as const
