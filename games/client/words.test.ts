import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slugs } from '../art/catalogue.ts'
import { games } from '../games.ts'
import { speaker } from './words.ts'

const locales = ['en', 'pt-BR', 'de', 'ar'] as const
const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, never>
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

test('every text of the frame exists in all four languages with the same placeholders', () => {
  const english = read('./words/en.json') as Record<string, string>
  for (const locale of locales) {
    const words = read(`./words/${locale}.json`) as Record<string, string>
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    const named = (text: string) => holes(text.replace(/\b(zero|one|two|few|many|other) \{[^{}]*\}/g, ''))
    for (const [key, text] of Object.entries(english))
      expect(named(words[key]!), `${locale} ${key}`).toEqual(named(text))
  }
})

test('every symbol of a slot has a name in all four locales', () => {
  for (const game of games) {
    if (game.kind !== 'slot') continue
    const names = read(`../${game.slug}/client/names.json`) as Record<string, Record<string, string>>
    for (const locale of locales)
      expect(Object.keys(names[locale] ?? {}).sort(), `${game.slug} ${locale}`).toEqual(
        [...game.definition.symbols].sort(),
      )
  }
  expect([...slugs].sort()).toEqual(games.map(({ slug }) => slug).sort())
})

test('the texts of one game exist in all four locales with the same placeholders', () => {
  for (const { slug, kind } of games) {
    if (kind === 'slot' || kind === 'dice') continue
    const labels = read(`../${slug}/client/labels.json`) as Record<string, Record<string, string>>
    for (const locale of locales) {
      expect(Object.keys(labels[locale] ?? {}).sort(), `${slug} ${locale}`).toEqual(Object.keys(labels.en!).sort())
      for (const [key, text] of Object.entries(labels.en!))
        expect(holes(labels[locale]![key]!), `${slug} ${locale} ${key}`).toEqual(holes(text))
    }
  }
})

test('plurals follow the locale', () => {
  const message = { spins: '{count, plural, one {# spin} other {# spins}} for {name}' }
  expect(speaker(message, 'en')('spins', { count: 1, name: 'you' })).toBe('1 spin for you')
  expect(speaker(message, 'en')('spins', { count: 8, name: 'you' })).toBe('8 spins for you')
})

test('German texts address the player as du, in the frame, the rules and the page of a round', () => {
  // Inside a sentence, only the formal form of address is capitalised.
  const formal = /\bIhnen\b|[a-zäöüß,] (Sie|Ihre?[nmrs]?)\b|^Ihre?[nmrs]?\b|\w+en Sie\b/
  const said = [
    './words/de.json',
    '../../content/de/ui/fairness.json',
    ...slugs.map((slug) => `../${slug}/words/de.json`),
  ].map((file) => JSON.stringify(read(file)))
  for (const text of said.flatMap((file) => file.match(/"(?:[^"\\]|\\.)*"/g) ?? []))
    expect(formal.test(text.slice(1, -1)) ? text : null).toBeNull()
})
