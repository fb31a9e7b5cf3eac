import { expect, test } from 'vitest'
import type { Catalogue, Entry } from './catalogue.ts'
import { similarTo } from './similar.ts'

type Traits = { kind?: string; keywords?: string[]; features?: string[]; volatility?: string; maker?: string }
const entry = (slug: string, { kind = slug, keywords = [], features = [], volatility = slug, maker = slug }: Traits) =>
  ({
    game: { slug, kind, features, volatility, text: () => ({ name: slug, keywords }) },
    maker: { slug: maker, name: maker },
  }) as unknown as Entry
const catalogueOf = (...entries: Entry[]) => ({ entries }) as unknown as Catalogue
const slugs = (entries: Entry[]) => entries.map(({ game }) => game.slug)

const one = entry('one', {
  kind: 'slot',
  keywords: ['Sea', 'Fish', 'Sun'],
  features: ['free-spins', 'wilds'],
  volatility: 'high',
  maker: 'north',
})

test('the kind counts most, then each theme, each feature, and volatility and studio least', () => {
  const others = [
    entry('nothing', {}),
    entry('same volatility', { volatility: 'high' }),
    entry('same feature', { features: ['wilds'] }),
    entry('same theme', { keywords: ['sea'] }),
    entry('same kind', { kind: 'slot' }),
    entry('same two features and volatility', { features: ['wilds', 'free-spins'], volatility: 'high' }),
    entry('same two themes', { keywords: ['SUN', 'fish'] }),
  ]
  expect(slugs(similarTo(catalogueOf(...others, one), one))).toEqual([
    'same two themes',
    'same two features and volatility',
    'same kind',
    'same theme',
    'same feature',
    'same volatility',
    'nothing',
  ])
})

test('games that are equally similar stay in the order of the lobby, and the studio decides between others', () => {
  const others = [
    entry('a', { kind: 'slot' }),
    entry('b', { kind: 'slot' }),
    entry('c', { kind: 'slot', maker: 'north' }),
  ]
  expect(slugs(similarTo(catalogueOf(one, ...others), one))).toEqual(['c', 'a', 'b'])
})

test('twelve games at most are similar, never the game itself, and a new catalogue has its own', () => {
  const many = Array.from({ length: 20 }, (_, index) => entry(`game ${index}`, { kind: 'slot' }))
  const catalogue = catalogueOf(one, ...many)
  expect(slugs(similarTo(catalogue, one))).toEqual(slugs(many.slice(0, 12)))
  expect(slugs(similarTo(catalogue, many[0]!))).toEqual(slugs([one, ...many.slice(1, 12)]))
  expect(slugs(similarTo(catalogueOf(one, many[3]!), one))).toEqual(['game 3'])
})
