import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { current, dismissToast, subscribe } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { followBonuses } from './live.ts'

/** Creates a page with its realtime handlers. `games` are the names that it can read; null makes the read fail. */
function page(games: Record<string, string> | null) {
  const handlers = new Map<string, (event: object) => void>()
  const gaps = new Map<string, () => void>()
  const live = {
    on: (_channel: string, event: string, handler: (event: object) => void) => handlers.set(event, handler),
    onUnrecovered: (channel: string, handler: () => void) => gaps.set(channel, handler),
  } as unknown as Live
  const fetch = async ({ route }: { route: string }) => {
    if (!route.startsWith('GET /api/game/games')) return { bonuses: contentOf('alerts/bonuses') }
    if (!games) throw new Error('unreachable')
    return { name: games.fox }
  }
  const loader = { client: new QueryClient(), fetch }
  const opened: string[] = []
  const setSearch = (search: string) => opened.push(search)
  const navigator = { loader, visitor: { locale: 'en' }, place: { search: '?page=2' }, setSearch }
  followBonuses(live, navigator as unknown as Navigator)
  onTestFinished(async () => {
    for (const { id } of current()) dismissToast(id)
    // Other test files in this worker use the same store.
    await expect.poll(current).toEqual([])
  })
  return {
    opened,
    client: loader.client,
    push: (event: string, payload: object) => handlers.get(event)!(payload),
    miss: (channel: string) => gaps.get(channel)!(),
  }
}
const spins = { id: 'f1', version: 1, name: 'Ten spins', count: 10, used: 0, gameId: 'fox', status: 1, result: 1 }
const titles = () => current().map(({ title }) => title)

const read = {
  bonuses: 'GET /api/game/player-bonuses',
  freespins: 'GET /api/game/player-freespins',
  codes: 'GET /api/game/bonuses/bonuscodes',
  offers: 'GET /api/game/bonuses',
  pages: 'GET /api/game/bonuses/pages/{identity}',
}
type Read = keyof typeof read

// Shows: 4.10.1, 4.10.3
test.each<[what: string, act: (on: ReturnType<typeof page>) => void, again: Read[]]>([
  [
    'a bonus',
    ({ push }) => push('playerBonus', { id: 'b', version: 1, status: 3, result: 1 }),
    ['bonuses', 'offers', 'pages'],
  ],
  ['free spins', ({ push }) => push('playerFreespin', { ...spins, result: 9 }), ['freespins', 'offers', 'pages']],
  ['a code', ({ push }) => push('playerBonusCode', {}), ['codes', 'offers', 'pages']],
  ['a balance', ({ push }) => push('account', {}), ['bonuses']],
  ['a refused stake', ({ push }) => push('game.bet.limit.reached', { limit: 1 }), []],
  ['missed bonuses', ({ miss }) => miss('bonus:player-bonuses'), ['bonuses', 'freespins', 'codes', 'offers', 'pages']],
  [
    'missed free spins',
    ({ miss }) => miss('bonus:player-freespins'),
    ['bonuses', 'freespins', 'codes', 'offers', 'pages'],
  ],
  [
    'missed codes',
    ({ miss }) => miss('bonus:player-bonus-codes'),
    ['bonuses', 'freespins', 'codes', 'offers', 'pages'],
  ],
])('after %s exactly what it may have changed is read again', (_, act, again) => {
  const on = page({})
  for (const route of Object.values(read)) on.client.setQueryData([route, null, null], [])
  act(on)
  const isStale = (name: Read) => on.client.getQueryState([read[name], null, null])!.isInvalidated
  expect((Object.keys(read) as Read[]).filter(isStale)).toEqual(again)
})

// Shows: 4.10.3
test('free spins are announced once each when issued, activated and completed, and not with every spin', async () => {
  const { push } = page({ fox: 'Glacier Fox' })
  let version = 1
  const next = (change: object) => push('playerFreespin', { ...spins, version: (version += 1), ...change })
  next({})
  await expect.poll(titles).toHaveLength(1)
  next({ status: 2 })
  next({ status: 2 })
  for (let used = 1; used < 10; used++) next({ status: 2, used })
  next({ status: 3, result: 2, used: 10 })
  await expect.poll(titles).toContain('Free spins completed')
  expect(titles().filter((title) => title === 'Free spins activated')).toHaveLength(1)
  expect(titles()).toHaveLength(3)
})

// Shows: 3.9.1, 4.10.1
test('a bonus is announced once each when issued, activated, completed, cancelled, expired and lost', async () => {
  const { push } = page({})
  // At most four alerts are on the screen at the same time.
  const seen = new Map<number, string>()
  const note = () => current().map(({ id, title, description }) => seen.set(id, `${title}: ${description}`))
  onTestFinished(subscribe(note))
  let version = 1
  const next = (id: string, status: number, result: number) =>
    push('playerBonus', { id, version: (version += 1), name: id, amount: 1000, currency: 'EUR', status, result })
  next('a', 1, 1)
  next('a', 2, 1)
  next('a', 2, 1)
  next('a', 3, 2)
  next('b', 3, 3)
  next('c', 3, 4)
  next('d', 3, 5)
  await expect
    .poll(() => [...seen.values()])
    .toEqual([
      'New bonus: a is ready to activate.',
      'Bonus activated: a is now active.',
      'Bonus completed: a has been converted to cash.',
      'Bonus cancelled: b has been cancelled.',
      'Bonus expired: c has expired.',
      'Bonus used up: d has no bonus money left.',
    ])
})

// Shows: 8.7.5
test('free spins are announced with the id of their game if its name cannot be read, and the failure is logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  page(null).push('playerFreespin', spins)
  await expect
    .poll(() => current().map(({ title, description }) => [title, description]))
    .toEqual([['New free spins', 'fox: 10, ready to activate.']])
  expect(logged).toHaveBeenCalledTimes(1)
})

// Shows: 9.12.1
test('a refused stake opens the modal of its reason: the maximum stake with currency, or the restricted game', () => {
  const { opened, push } = page({})
  push('game.bet.max.exceed', { gameIdentity: 'fox', playerBonus: { currency: 'USDT' }, maxBetAmount: 500 })
  push('game.bet.restricted', { gameIdentity: 'fox' })
  expect(opened).toEqual(['?page=2&max-bets=500-USDT', '?page=2&restricted-bets=fox'])
})
