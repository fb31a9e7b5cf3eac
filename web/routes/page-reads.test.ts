/** What each page reads before it is shown: every call with its parameters. */
import { expect, test } from 'vitest'
import { fillPath, queryString } from '../api/client.ts'
import type { RouteModule } from '../render/page.ts'
import { route as category } from './category.tsx'
import { route as favorites } from './favorites.tsx'
import { route as game } from './game.tsx'
import { route as home } from './index.tsx'
import { route as loyalty } from './loyalty.tsx'
import { route as bonuses } from './profile/bonuses.tsx'
import { route as documents } from './profile/documents.tsx'
import { route as history } from './profile/history.tsx'
import { route as info } from './profile/info.tsx'
import { route as limits } from './profile/limits.tsx'
import { route as notifications } from './profile/notifications.tsx'
import { route as security } from './profile/security.tsx'
import { route as verification } from './profile/verification.tsx'
import { route as wallet } from './profile/wallet.tsx'
import { route as providers } from './providers.tsx'
import { route as recentlyPlayed } from './recently-played.tsx'

type Address = { search?: string; params?: Record<string, string>; isSignedIn?: boolean }
function readsOf({ queries }: RouteModule, { search = '', params = {}, isSignedIn = true }: Address): string[] {
  const address = { params, search: new URLSearchParams(search), isSignedIn, hasSportsbook: false }
  return queries!({ ...address, locale: 'de', country: 'DE' }).map(({ route, request }) => {
    const { params: parts, query } = (request ?? {}) as Record<string, Record<string, unknown>>
    return fillPath(route, parts) + queryString(query)
  })
}
const ofTiles = [
  'GET /api/game/games/favorites',
  'GET /api/game/open-rounds',
  'GET /api/game/player-bonuses?status[]=1&status[]=2',
]

// Shows: 7.3.4, 7.3.5, 7.3.6, 7.3.7, 7.3.8, 7.4.4, 7.5.1, 7.5.3, 7.5.4, 7.6.1, 7.6.2, 7.6.3
test.each<[page: string, route: RouteModule, address: Address, reads: string[]]>([
  [
    'profile',
    info,
    {},
    [
      'GET /api/player/profile',
      'GET /api/player/fields/validations?scenario=profile',
      'GET /api/settings/countries?locale=de',
      'GET /api/settings/constants',
    ],
  ],
  [
    'security',
    security,
    {},
    ['GET /api/player/sessions?page=1&perPage=10', 'GET /api/player/totp', 'GET /api/player/passkeys'],
  ],
  ['documents', documents, {}, ['GET /api/player/documents']],
  ['limits', limits, {}, ['GET /api/player/limits', 'GET /api/player/protection', 'GET /api/game/reality-check']],
  ['verification', verification, {}, ['GET /api/player/services/sumsub']],
  [
    'notifications',
    notifications,
    { search: 'page=2' },
    ['GET /api/notification/messenger/messages?page=2&perPage=20'],
  ],
  [
    'wallet',
    wallet,
    {},
    [
      'GET /api/payment/invoices?type=1&status[]=1&perPage=3',
      'GET /api/payment/invoices?type=2&status[]=1&perPage=3',
      'GET /api/wallet/in-play',
    ],
  ],
  [
    'bonuses',
    bonuses,
    {},
    [
      'GET /api/game/player-bonuses?status[]=1&status[]=2',
      'GET /api/game/player-freespins?status[]=1&status[]=2',
      'GET /api/game/bonuses/cashback',
      'GET /api/game/bonuses/rakeback',
    ],
  ],
  ['history of bets', history, { search: 'tab=bets' }, ['GET /api/game/bets?page=1&perPage=20']],
  [
    'history of open bets',
    history,
    { search: 'tab=bets&isSettled=false' },
    ['GET /api/game/bets?page=1&perPage=20&isSettled=false'],
  ],
  ['history of spins', history, { search: 'tab=spins' }, ['GET /api/game/spins?page=1&perPage=20']],
  [
    'history of invoices',
    history,
    { search: 'tab=invoices&type=2&currency=EUR' },
    [
      'GET /api/payment/invoices?type=2&currency=EUR&page=1&perPage=20',
      'GET /api/payment/invoices/statistics',
      'GET /api/payment/payout-times',
    ],
  ],
  ['history', history, {}, ['GET /api/wallet/entries?perPage=25', 'GET /api/wallet/totals']],
  ['levels', loyalty, {}, ['GET /api/retention/levels', 'GET /api/retention/rule', 'GET /api/retention/account']],
  ['levels for guests', loyalty, { isSignedIn: false }, ['GET /api/retention/levels', 'GET /api/retention/rule']],
  [
    'home',
    home,
    {},
    [
      'GET /api/game/lobby',
      'GET /api/game/spins/winners',
      'GET /api/retention/tournaments',
      'GET /api/game/shared-rounds/crash',
      'GET /api/retention/quests',
      'GET /api/game/games/played',
      'GET /api/game/games/recommended',
      ...ofTiles,
    ],
  ],
  [
    'home for guests',
    home,
    { isSignedIn: false },
    [
      'GET /api/game/lobby',
      'GET /api/game/spins/winners',
      'GET /api/retention/tournaments',
      'GET /api/game/shared-rounds/crash',
      'GET /api/game/bonuses/pages/welcome',
    ],
  ],
  [
    'search',
    home,
    { search: 'search=fox&page=2', isSignedIn: false },
    ['GET /api/game/games?search=fox&page=2&perPage=48'],
  ],
  [
    'collection',
    category,
    { params: { categoryIdentity: 'slots' } },
    ['GET /api/game/collections', 'GET /api/game/games?collection=slots&page=1&perPage=48', ...ofTiles],
  ],
  [
    'game',
    game,
    { params: { id: 'dice' }, isSignedIn: false },
    ['GET /api/game/games/dice', 'GET /api/game/games/dice/similar'],
  ],
  ['providers', providers, {}, ['GET /api/game/providers']],
  ['favourites', favorites, {}, ofTiles],
  ['recently played', recentlyPlayed, {}, ['GET /api/game/games/played', ...ofTiles]],
  ['recently played for guests', recentlyPlayed, { isSignedIn: false }, []],
])('the page %s makes exactly the calls that it needs', (_page, route, address, reads) => {
  expect(readsOf(route, address)).toEqual(reads)
})
