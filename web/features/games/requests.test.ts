import { expect, test } from 'vitest'
import { gamesRequest, isFiltered } from './requests.ts'

test('an address asks for what it says, and for nothing that it says wrongly', () => {
  const search = new URLSearchParams('search=%20fox%20&providers[]=fairhouse-studio&providers[]=<x>&page=2')
  expect(gamesRequest(search, 'slots')).toEqual({
    query: { collection: 'slots', search: 'fox', providers: ['fairhouse-studio'], page: 2, perPage: 48 },
  })
  for (const page of ['0', '-1', '1.5', 'x', '99999'])
    expect(gamesRequest(new URLSearchParams({ page })).query?.page).toBe(1)
})

test('an empty search still asks to search', () => {
  expect(isFiltered(new URLSearchParams('search='))).toBe(true)
  expect(isFiltered(new URLSearchParams('sign-in=true'))).toBe(false)
})
