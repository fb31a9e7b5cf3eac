import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '#web/api/use-api.ts'
import { gamesRequest } from './requests.ts'
import { Results } from './results.tsx'

function linksOf(page: number, total: number): string[] {
  const search = `?page=${page}`
  const answer = { data: [], meta: { page, perPage: 48, total } }
  const html = markupOf(<Results collection="popular" />, {
    path: '/categories/popular',
    search,
    answers: [[apiKey('GET /api/game/games', gamesRequest(new URLSearchParams(search), 'popular')), answer]],
  })
  return [...html.matchAll(/href="([^"]*page=[^"]*)"[^>]* rel="(\w+)"|rel="(\w+)"[^>]* href="([^"]*page=[^"]*)"/g)].map(
    ([, before = '', first = '', second = '', after = '']) => `${first}${second} ${before}${after}`,
  )
}

test.each([
  [1, 30, []],
  [2, 100, ['prev /categories/popular?page=1', 'next /categories/popular?page=3']],
  [3, 100, ['prev /categories/popular?page=2']],
])('page %i of %i games links to the previous and next page', (page, total, links) => {
  expect(linksOf(page, total)).toEqual(links)
})

test('an address beyond the last page links to the last page, unless there are no games', () => {
  expect(linksOf(99, 6)).toEqual(['prev /categories/popular?page=1'])
  expect(linksOf(9, 100)).toEqual(['prev /categories/popular?page=3'])
  expect(linksOf(9, 0)).toEqual([])
})
