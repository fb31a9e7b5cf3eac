import { expect, test } from 'vitest'
import { withOpenFirst } from './open-first.ts'
import { gamesRequest, isFiltered } from './requests.ts'

test('a URL requests its valid filters and ignores invalid ones', () => {
  const search = new URLSearchParams('search=%20fox%20&providers[]=fairhouse-studio&providers[]=<x>&page=2')
  expect(gamesRequest(search, 'slots')).toEqual({
    query: { collection: 'slots', search: 'fox', providers: ['fairhouse-studio'], page: 2, perPage: 48 },
  })
  for (const page of ['0', '-1', '1.5', 'x', '99999'])
    expect(gamesRequest(new URLSearchParams({ page })).query?.page).toBe(1)
})

test('an empty search still shows the search', () => {
  expect(isFiltered(new URLSearchParams('search='))).toBe(true)
  expect(isFiltered(new URLSearchParams('sign-in=true'))).toBe(false)
})

test('games with an open round come first, each list in its own order', () => {
  const games = ['dice', 'tidepool', 'glacier-fox', 'ember-forge'].map((id) => ({ id }))
  const open = ['ember-forge', 'gone', 'tidepool'].map((gameId) => ({ gameId }))
  expect(withOpenFirst(games, open).map(({ id }) => id)).toEqual(['tidepool', 'ember-forge', 'dice', 'glacier-fox'])
  expect(withOpenFirst(games, [])).toEqual(games)
})
