import { expect, test } from 'vitest'
import { GamesQuery } from '#contract/games.ts'
import { countedGames } from './counted-games.ts'

test('every game of a long list is on exactly one page, and each page is a valid request', () => {
  const games = Array.from({ length: 301 }, (_, index) => `game-${index}`)
  const pages = Array.from({ length: 7 }, (_, index) => countedGames(games, index + 1).query!)
  for (const query of pages) expect(GamesQuery.safeParse(query).success).toBe(true)
  expect(pages.flatMap(({ ids }) => ids)).toEqual(games)
})

test('if all games count, the pages are those of the catalogue', () => {
  expect(countedGames(null, 3).query).toEqual({ page: 3, perPage: 48 })
})
