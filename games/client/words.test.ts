import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { games } from '../games.ts'
import { slugs } from '../list.ts'
import { gameWords } from '../words.ts'
import { wordsIn } from './words.ts'

type Words = Record<string, Record<string, string>>
const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Words
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

test('every text of the frame exists in every locale with the same placeholders', () => {
  const everyWords = read('./words.json')
  const english = everyWords.en!
  for (const locale of locales) {
    const words = everyWords[locale]!
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    const named = (text: string) => holes(text.replace(/\b(zero|one|two|few|many|other) \{[^{}]*\}/g, ''))
    for (const [key, text] of Object.entries(english))
      expect(named(words[key]!), `${locale} ${key}`).toEqual(named(text))
  }
})

test('every symbol of a slot has a name in every locale', () => {
  for (const game of games) {
    if (game.kind !== 'slot') continue
    for (const locale of locales)
      expect(Object.keys(gameWords(game.slug, locale).symbols ?? {}).sort(), `${game.slug} ${locale}`).toEqual(
        [...game.definition.symbols].sort(),
      )
  }
})

test('the texts of one game exist in every locale with the same placeholders', () => {
  for (const { slug, kind } of games) {
    if (kind === 'slot' || kind === 'dice') continue
    const english = gameWords(slug, 'en').labels ?? {}
    expect(Object.keys(english), slug).not.toEqual([])
    for (const locale of locales) {
      const labels = gameWords(slug, locale).labels ?? {}
      expect(Object.keys(labels).sort(), `${slug} ${locale}`).toEqual(Object.keys(english).sort())
      for (const [key, text] of Object.entries(english))
        expect(holes(labels[key]!), `${slug} ${locale} ${key}`).toEqual(holes(text))
    }
  }
})

test('plurals follow the locale', () => {
  const message = { spins: '{count, plural, one {# spin} other {# spins}} for {name}' }
  expect(wordsIn(message, 'en')('spins', { count: 1, name: 'you' })).toBe('1 spin for you')
  expect(wordsIn(message, 'en')('spins', { count: 8, name: 'you' })).toBe('8 spins for you')
})

test('German texts address the player as du, in the frame, the rules and the page of a round', () => {
  // Inside a sentence, only the formal form of address is capitalised.
  const formal = /\bIhnen\b|[a-zäöüß,] (Sie|Ihre?[nmrs]?)\b|^Ihre?[nmrs]?\b|\w+en Sie\b/
  const texts = [
    read('../../content/de/ui.json').fairness,
    ...['client', ...slugs].map((folder) => read(`../${folder}/words.json`).de ?? {}),
  ].map((words) => JSON.stringify(words))
  for (const text of texts.flatMap((words) => words.match(/"(?:[^"\\]|\\.)*"/g) ?? []))
    expect(formal.test(text.slice(1, -1)) ? text : null).toBeNull()
})
