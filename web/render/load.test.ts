import { expect, test } from 'vitest'
import type { Visitor } from '#contract/pages.ts'
import { errorMeta, shellQueries } from './load.ts'

const routesFor = (isSignedIn: boolean) =>
  shellQueries({ isSignedIn, locale: 'de' } as Visitor).map(({ route, request }) => [route, request])
const everyone = [
  ['GET /api/settings/currencies', undefined],
  ['GET /api/game/collections', undefined],
  ['GET /api/content/{locale}/{directory}', { params: { locale: 'de', directory: 'layout' } }],
]

test('the shell of a guest reads nothing that belongs to a player', () => {
  expect(routesFor(false)).toEqual(everyone)
})

test('the shell of a player also reads the profile, the balances and the newest messages of the inbox', () => {
  expect(routesFor(true)).toEqual([
    ...everyone,
    ['GET /api/player/profile', undefined],
    ['GET /api/wallet/accounts', undefined],
    // As the bell shows them (notifications-bell.tsx): another key would be read a second time.
    ['GET /api/notification/messenger/messages', { query: { page: 1, perPage: 3 } }],
  ])
})

test('a failed page is titled by the content, else by the fault, and is not indexed', () => {
  const metaOf = (content: object | undefined, fault: 'notFound' | 'failed') =>
    errorMeta(
      {
        client: { getQueryData: () => content },
        labels: { translator: () => (key: string) => `label ${key}` },
      } as never,
      'de',
      fault,
    )
  expect(metaOf({ error: { title: 'Hoppla' } }, 'failed')).toEqual({ title: 'Hoppla', noIndex: true })
  expect(metaOf({}, 'notFound').title).toBe('label notFound')
  expect(metaOf(undefined, 'failed').title).toBe('label title')
})
