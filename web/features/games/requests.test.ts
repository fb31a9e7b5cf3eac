import { expect, test } from 'vitest'
import { withOpenFirst } from './open-first.ts'
import { filterCount, filtersKept, gamesRequest, isFiltered, resultsQuery, withProvider } from './requests.ts'

test('gamesRequest contains valid filters of the URL and ignores invalid ones', () => {
  const search = new URLSearchParams('search=%20fox%20&providers[]=fairhouse-studio&providers[]=<x>&page=2')
  expect(gamesRequest(search, 'slots')).toEqual({
    query: { collection: 'slots', search: 'fox', providers: ['fairhouse-studio'], page: 2, perPage: 48 },
  })
  for (const page of ['0', '-1', '1.5', 'x', '99999'])
    expect(gamesRequest(new URLSearchParams({ page })).query?.page).toBe(1)
})

test('an empty search counts as a search', () => {
  expect(isFiltered(new URLSearchParams('search='))).toBe(true)
  expect(isFiltered(new URLSearchParams('sign-in=true'))).toBe(false)
})

const filtered = new URLSearchParams(
  'volatilities[]=high&volatilities[]=x&kinds[]=slot&features[]=ways&returnFrom=96&stakeTo=-1&sort=name&sign-in=true',
)

// Shows: 11.8
test('filters and order are read from the URL, and invalid values and modals are ignored', () => {
  expect(gamesRequest(filtered).query).toEqual({
    volatilities: ['high'],
    kinds: ['slot'],
    features: ['ways'],
    returnFrom: 96,
    sort: 'name',
    page: 1,
    perPage: 48,
  })
  expect(filterCount(filtered)).toBe(4)
  expect(filterCount(new URLSearchParams('sort=name&view=all'))).toBe(0)
  expect(isFiltered(new URLSearchParams('view=all'))).toBe(true)
  expect(filtersKept(filtered).map(([name]) => name)).not.toContain('sign-in')
  expect(filtersKept(new URLSearchParams('search=fox&page=2&view=all'))).toEqual([])
})

test("the favourites filter requests the player's favourites, and is ignored for guests", () => {
  const search = new URLSearchParams('favorites=true')
  expect(resultsQuery(search, true).route).toBe('GET /api/game/games/favorites/filtered')
  expect(resultsQuery(search, false).route).toBe('GET /api/game/games')
})

test("on a studio's page, a filter for another studio is replaced", () => {
  expect(gamesRequest(withProvider(new URLSearchParams('providers[]=other'), 'mine')).query?.providers).toEqual([
    'mine',
  ])
})

test('games with an open round come first, and the order within both groups is kept', () => {
  const games = ['dice', 'tidepool', 'glacier-fox', 'ember-forge'].map((id) => ({ id }))
  const open = ['ember-forge', 'gone', 'tidepool'].map((gameId) => ({ gameId }))
  expect(withOpenFirst(games, open).map(({ id }) => id)).toEqual(['tidepool', 'ember-forge', 'dice', 'glacier-fox'])
  expect(withOpenFirst(games, [])).toEqual(games)
})
