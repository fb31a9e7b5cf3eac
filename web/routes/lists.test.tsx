import { expect, test } from 'vitest'
import type { Tournament } from '#contract/tournaments.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, hooks, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { openBonusesRequest, playerBonusRoutes } from '../features/bonuses/player-bonus-request.ts'
import { usePlayFunds } from '../features/games/use-play-funds.ts'
import { fingerprint } from '../features/session/fingerprint.ts'
import { modal as loyaltyLevel } from '../modals/loyalty-level.tsx'
import { route as autologin } from './auth/autologin.tsx'
import { route as loyalty } from './loyalty.tsx'
import { route as bonuses } from './profile/bonuses.tsx'
import { route as info } from './profile/info.tsx'
import { route as tournaments } from './tournaments.tsx'

const run = hooks()
const show = views()
await fingerprint()
const failing: Answering = () => ({ status: 500 })
const level = (order: number, rewards: object[] = []) => ({
  order,
  name: `Level ${order}`,
  points: order * 100,
  rewards,
  benefits: [],
})
const levels = [level(1), level(2, [{ kind: 'points', points: 10 }]), level(3)]
const loyaltyWords = labelsOf('loyalty')
const withLevel = (order: number) => ({
  init: { config: { isLoyaltyEnabled: true } },
  answer: (({ route }) => {
    if (route.includes('levels')) return { body: levels }
    if (!route.endsWith('/retention/account')) return { body: [] }
    return { body: { points: 150, currentLevel: level(order), nextLevel: level(order + 1), version: 1 } }
  }) satisfies Answering,
})

// Shows: 4.12.1, 7.5.4
test.each([
  ['true', 2, 'Level 2'],
  ['1', 2, 'Level 1'],
  ['3', 2, loyaltyWords.noLevel!],
  ['x', 2, loyaltyWords.noLevel!],
])('the level %s of a player at level %i: %s', async (value, order, text) => {
  const page = await show(dialog(loyaltyLevel, value), { search: '?loyalty-level=x', ...withLevel(order) })
  expect(page.text).toContain(text)
  expect(page.text).not.toContain('Loading')
  expect(page.find(loyaltyWords.seeLevels!).getAttribute('href')).toBe('/loyalty')
  await page.press(loyaltyWords.understood!)
  expect(page.address).toBe('/')
})

// Shows: 1.2.3
test('levels that cannot be read are read again, and a guest is offered to register where that is allowed', async () => {
  const failed = await show(dialog(loyaltyLevel), { answer: failing, init: { config: { isLoyaltyEnabled: true } } })
  expect(failed.text).toContain(loyaltyWords.loadFailed)
  const reads = () => failed.calls.filter(({ route }) => route.includes('levels')).length
  const before = reads()
  await failed.press(loyaltyWords.retry!)
  expect(reads()).toBe(before + 1)
  const guest = (isRestricted: boolean) =>
    show(<loyalty.View />, {
      isSignedIn: false,
      init: { isRestricted, config: { isLoyaltyEnabled: true } },
      answers: [[apiKey('GET /api/retention/levels'), levels]],
      answer: () => ({ status: 404 }),
    })
  expect((await guest(false)).has(loyaltyWords.register!)).toBe(true)
  const restricted = await guest(true)
  expect([restricted.has(loyaltyWords.register!), restricted.text.includes('Level 1')]).toEqual([false, true])
})

const tournamentWords = labelsOf('tournaments')
const tournament = (part: Partial<Tournament>) =>
  ({
    identity: 'race',
    title: 'Harbour race',
    description: 'For the test.',
    state: 'running',
    startsAt: '2026-11-22T00:00:00.000Z',
    endsAt: '2026-11-23T00:00:00.000Z',
    currency: 'EUR',
    pool: 12_500,
    prizes: [],
    buyIn: null,
    isJoined: false,
    ...part,
  }) as unknown as Tournament

// Shows: 1.2.3, 3.25.1
test('tournaments are listed by their state, with the day that matters', async () => {
  const body = {
    running: [tournament({})],
    next: [tournament({ identity: 'next', state: 'published', title: 'Next race' })],
    past: [tournament({ identity: 'past', state: 'finished', title: 'Past race' })],
  }
  const read =
    (part: object): Answering =>
    ({ route }) => ({ body: route.endsWith('/tournaments') ? { ...body, ...part } : [] })
  const page = await show(<tournaments.View />, { answer: read({}) })
  const { running, endsAt, next, startsAt, past, endedAt } = tournamentWords
  const order = [running, 'Harbour race', endsAt, next, 'Next race', startsAt, past, 'Past race', endedAt]
  let at = 0
  for (const words of order) {
    at = page.text.indexOf(words!, at)
    expect(at, words).toBeGreaterThan(-1)
    at += words!.length
  }
  expect(page.find(tournamentWords.results!).getAttribute('href')).toBe('/tournaments/past')
  const empty = await show(<tournaments.View />, { answer: read({ running: [], next: [], past: [] }) })
  expect(empty.text).toContain(tournamentWords.none)
  const some = await show(<tournaments.View />, { answer: read({ running: [], next: [] }) })
  expect(some.text).not.toContain(tournamentWords.none)
  const failed = await show(<tournaments.View />, { answer: failing })
  expect(failed.text).toContain(tournamentWords.loadFailed)
  await failed.press(tournamentWords.retry!)
  expect(failed.calls.filter(({ route }) => route.endsWith('/tournaments'))).toHaveLength(2)
})

const bonusWords = labelsOf('bonuses')
const bonus = (id: string, status: number, currency = 'EUR') => ({
  id,
  bonusId: id,
  name: `Bonus ${id}`,
  status,
  result: 1,
  amount: 1000,
  currency,
  packageId: null,
  issueSessionId: null,
  maxBetAmount: null,
  contribution: { kinds: [], games: [] },
  wagerTotal: 1000,
  wagerRemaining: 500,
  unsettledStake: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
  version: 1,
})
const freespin = (part: object) => ({
  id: 'f1',
  status: 2,
  gameId: 'dice',
  currency: 'EUR',
  count: 10,
  used: 4,
  version: 1,
  ...part,
})

// Shows: 1.2.2, 4.10.2
test('bonuses are listed as active and as ready to activate, and without any a deposit is offered', async () => {
  const reading =
    (list: object[]): Answering =>
    ({ route }) => ({
      body:
        route.includes('player-bonuses?status[]=1&status[]=2') ||
        route.includes('player-bonuses?status%5B%5D=1&status%5B%5D=2')
          ? list
          : [],
    })
  const page = await show(<bonuses.View />, { answer: reading([bonus('b1', 2), bonus('b2', 1)]) })
  expect(page.text).toMatch(new RegExp(`${bonusWords.activeOnes}.*Bonus b1.*${bonusWords.waitingOnes}.*Bonus b2`))
  expect(page.text).not.toContain(bonusWords.noneHeld)
  const none = await show(<bonuses.View />, { answer: reading([]) })
  expect(none.find(bonusWords.seeOffers!).getAttribute('href')).toBe('/?wallet=deposit')
  const failed = await show(<bonuses.View />, { answer: failing })
  expect(failed.text).toContain(bonusWords.loadFailed)
  expect(failed.text).not.toContain(bonusWords.noneHeld)
})

// Shows: 7.3.4
test.each([
  ['the profile', '/profile'],
  ['its fields', '/validations'],
])('if %s cannot be read, both are read again by a press', async (_, part) => {
  const answer: Answering = ({ route }) => (route.includes(part) ? { status: 500 } : { body: [] })
  const page = await show(<info.View />, { answer })
  expect(page.text).toContain(labelsOf('profile').loadFailed)
  const reads = () => page.calls.filter(({ route }) => /player\/(profile|fields)/.test(route)).length
  const before = reads()
  await page.press(labelsOf('profile').retry!)
  expect(reads()).toBe(before + 2)
})

const funds = (part: object, currency: string | undefined = 'EUR', spins: object[] = []) =>
  run(() => usePlayFunds({ game: { id: 'dice', kind: 'dice' }, currency, funds: part as never }), {
    answers: [
      [apiKey(playerBonusRoutes.freespin, openBonusesRequest), spins],
      [apiKey(playerBonusRoutes.bonus, openBonusesRequest), [bonus('b1', 2)]],
    ],
    answer: () => ({ status: 404 }),
  })

// Shows: 1.2.2, 3.18.1
test('free spins are played with their progress, cash beside those that wait', async () => {
  const spins = await funds({ kind: 'freeSpins', stake: 20, total: 10, remaining: 7 })
  expect(spins.calls.map(({ route }) => route)).toContain('GET /api/game/games/dice/free-spins?currency=EUR&stake=20')
  expect(spins.current.spins).toEqual({ currency: 'EUR', stake: 20, used: 3, total: 10, won: 0 })
  expect([spins.current.waiting, spins.current.bonus]).toEqual([0, undefined])
  const before = spins.calls.length
  await spins.perform(({ refresh }) => refresh())
  expect(spins.calls.length).toBe(before + 1)
  const others = [{ status: 1 }, { gameId: 'keno' }, { currency: 'USDT' }].map((part, index) =>
    freespin({ id: `o${index}`, ...part }),
  )
  const cash = await funds({ kind: 'cash' }, 'EUR', [
    freespin({}),
    freespin({ id: 'f2', count: 3, used: 1 }),
    ...others,
  ])
  expect([cash.current.spins, cash.current.waiting, cash.current.bonus?.id]).toEqual([undefined, 8, 'b1'])
  expect(cash.calls.some(({ route }) => route.includes('free-spins'))).toBe(false)
})

// Shows: 2.1.13, 7.3.2
test('the page of a sign-in link takes the token from the address, and leads back or names the reason', async () => {
  const words = labelsOf('social')
  let status = 429
  const state = encodeURIComponent(JSON.stringify({ backRoute: '/games/dice' }))
  const page = await show(<autologin.View />, {
    isSignedIn: false,
    path: '/auth/autologin',
    search: `?token=once&state=${state}`,
    answer: () => (status === 200 ? { body: { accessToken: 'x.y.z' } } : { status, body: { error: {} } }),
  })
  await page.pass(1)
  expect(page.address).toBe('/auth/autologin')
  expect(page.calls[0]!.body).toMatchObject({ token: 'once' })
  expect(page.text).toContain(words.linkUnreachable)
  status = 200
  await page.press(words.linkRetry!)
  await page.pass(1)
  expect(page.documents).toEqual(['/games/dice'])
})
