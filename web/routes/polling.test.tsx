import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Tournament } from '#contract/tournaments.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, hooks, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { OpenRoundNotice } from '../features/games/open-round-notice.tsx'
import LifeStrip from '../features/games/life-strip.tsx'
import { useOpenJackpots, useOwnJackpot } from '../features/jackpots/use-jackpots.ts'
import { CodeInput } from '../features/otp/code-input.tsx'
import { useOwnPlace, useRunningWith } from '../features/tournaments/use-own-place.ts'
import { route as verification } from './profile/verification.tsx'
import { route as tournamentPage } from './tournament.tsx'
import { Join } from './tournaments/join.tsx'
import { LeaderboardTable } from './tournaments/leaderboard-table.tsx'

const run = hooks()
const show = views()
const tournament = (part: Partial<Tournament> = {}): Tournament => ({
  identity: 'race',
  title: 'Harbour race',
  description: 'For the test.',
  state: 'running',
  startsAt: '2026-11-22T00:00:00.000Z',
  endsAt: '2026-11-23T00:00:00.000Z',
  remainingMs: 1000,
  entry: 'confirmed',
  isJoined: false,
  buyIn: null,
  rules: {
    score: 'stake',
    firstRounds: null,
    bestRounds: null,
    multiplierCap: null,
    minStake: 20,
    games: [{ id: 'dice', name: 'Dice' }],
    currencies: null,
    countsBonusMoney: false,
    countsFreeSpins: false,
    holdMinutes: 2,
  },
  currency: 'EUR',
  pool: 12_500,
  prizes: [],
  ...part,
})
const check = (status: string) => ({ isEnabled: true, status, comment: null, updatedAt: '2026-11-20T12:00:00.000Z' })
const jackpots = (...currencies: string[]) =>
  currencies.map((currency) => ({ id: currency, currency, levels: [], latest: [] }))
const board = { top: [], own: null }

function Jackpots() {
  useOpenJackpots()
  return null
}
function OwnJackpot() {
  useOwnJackpot('EUR')
  return null
}

// Shows: 1.2.3, 7.3.8, 3.25.1
test.each<[string, ReactNode, string, unknown, number | null]>([
  ['a pending check', <verification.View key="v" />, 'GET /api/player/services/sumsub', check('pending'), 10_000],
  ['a finished check', <verification.View key="v" />, 'GET /api/player/services/sumsub', check('approved'), null],
  ['the last wins', <LifeStrip key="w" />, 'GET /api/game/spins/winners', [], 30_000],
  ['open jackpots', <Jackpots key="j" />, 'GET /api/game/jackpots', jackpots('EUR'), 5000],
  ['no jackpot', <Jackpots key="j" />, 'GET /api/game/jackpots', [], null],
  ['an own jackpot', <OwnJackpot key="o" />, 'GET /api/game/jackpots/EUR/own', { jackpot: jackpots('EUR')[0] }, 5000],
  ['none of one’s own', <OwnJackpot key="o" />, 'GET /api/game/jackpots/EUR/own', { jackpot: null }, null],
  [
    'a running leaderboard',
    <LeaderboardTable key="l" tournament={tournament()} />,
    'GET /api/retention/tournaments/race/leaderboard',
    board,
    2000,
  ],
  [
    'a finished leaderboard',
    <LeaderboardTable key="l" tournament={tournament({ state: 'finished' })} />,
    'GET /api/retention/tournaments/race/leaderboard',
    board,
    null,
  ],
])('%s is read again after its time', async (_, view, route, body, ms) => {
  const page = await show(view, {
    answer: (call) => ({
      body: call.route === route ? body : call.route === 'GET /api/game/lobby' ? { games: [] } : [],
    }),
  })
  const reads = () => page.calls.filter((call) => call.route === route).length
  expect(reads()).toBe(1)
  await page.pass((ms ?? 60_000) - 1)
  expect(reads()).toBe(1)
  await page.pass(1)
  expect(reads()).toBe(ms === null ? 1 : 2)
})

// Shows: 3.25.1
test.each([
  ['running', 2],
  ['published', 2],
  ['finished', 1],
  ['cancelled', 1],
] as const)('the page of a tournament that is %s has been read %i times after 15 s', async (state, times) => {
  const route = 'GET /api/retention/tournaments/race'
  const answer: Answering = (call) => {
    if (call.route === route) return { body: tournament({ state }) }
    return { body: call.route.endsWith('/leaderboard') ? board : [] }
  }
  const page = await show(<tournamentPage.View />, { params: { identity: 'race' }, answer })
  const reads = () => page.calls.filter((call) => call.route === route).length
  expect(page.text).toContain('Harbour race')
  await page.pass(14_999)
  expect(reads()).toBe(1)
  await page.pass(1)
  expect(reads()).toBe(times)
})

// Shows: 3.25.1
test('the own place is read every second while rounds are played, else every five', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const page = await run(() => useOwnPlace('race', 1), { answer: () => ({ body: board }) })
  expect(page.calls[0]!.route).toBe('GET /api/retention/tournaments/race/leaderboard?top=0')
  await page.pass(1000)
  expect(page.calls).toHaveLength(2)
  now = 4000
  await page.pass(1000)
  const before = page.calls.length
  await page.pass(4999)
  expect(page.calls.length).toBe(before)
  await page.pass(1)
  expect(page.calls.length).toBe(before + 1)
  vi.restoreAllMocks()
})

// Shows: 3.25.1
test('a tournament runs in a game that counts in it', async () => {
  const running = [
    tournament(),
    tournament({ identity: 'other', rules: { ...tournament().rules, games: [] } }),
    tournament({ identity: 'all', rules: { ...tournament().rules, games: null } }),
    tournament({ identity: 'past', state: 'finalising' }),
  ]
  const { current } = await run(() => useRunningWith('dice'), {
    answers: [[apiKey('GET /api/retention/tournaments'), { running }]],
  })
  expect(current?.map(({ identity }) => identity)).toEqual(['race', 'all'])
  expect((await run(() => useRunningWith('dice'), { answer: () => ({ status: 500 }) })).current).toEqual([])
})

const words = labelsOf('tournaments')

// Shows: 1.2.3
test.each<[Partial<Tournament>, boolean, string | null]>([
  [{}, true, words.join!],
  [{ state: 'published' }, true, words.join!],
  [{}, false, words.signInToJoin!],
  [{ isJoined: true }, true, words.joined!],
  [{ entry: 'automatic' }, true, null],
  [{ state: 'finished' }, true, null],
])('a tournament %j offers to a player (%s): %s', async (part, isSignedIn, label) => {
  const page = await show(<Join tournament={tournament(part)} />, { isSignedIn })
  expect(page.text).toBe(label ?? '')
})

// Shows: 1.2.3
test('a tournament is joined by a press, or says why not', async () => {
  const key = apiKey('GET /api/retention/tournaments/{identity}', { params: { identity: 'race' } })
  const page = await show(<Join tournament={tournament()} />, {
    answers: [[key, tournament()]],
    answer: () => ({ body: tournament({ isJoined: true }) }),
  })
  await page.press(words.join!)
  expect(page.calls.map(({ route }) => route)).toEqual(['POST /api/retention/tournaments/race/join'])
  expect(page.client.getQueryData(key)).toMatchObject({ isJoined: true })
  const refused = await show(<Join tournament={tournament()} />, {
    answer: () => ({ status: 409, body: { error: { name: 'tournamentOver' } } }),
  })
  await refused.press(words.join!)
  expect(refused.text).toContain(words.tournamentOver)
})

const buyIn = { price: 1000, fee: 0, guarantee: 0, fewestPlayers: 2, players: 1, isOpen: true }
// Shows: 1.2.3
test.each<[Partial<Tournament>, boolean, string]>([
  [{ buyIn, state: 'published' }, true, 'Enter for €10.00'],
  [{ buyIn, state: 'published' }, false, words.signInToJoin!],
  [{ buyIn, state: 'published', isJoined: true }, true, `${words.entered} ${words.leave}`],
  [{ buyIn: { ...buyIn, isOpen: false }, isJoined: true }, true, words.entered!],
  [{ buyIn, state: 'running' }, true, words.entriesClosed!],
  [{ buyIn, state: 'finished' }, true, ''],
])('a tournament with a buy-in %j offers to a player (%s): %s', async (part, isSignedIn, text) => {
  const page = await show(<Join tournament={tournament(part)} />, { isSignedIn })
  expect(page.text).toBe(text)
})

const games = labelsOf('games')
const round = (gameId: string, currency: string) => ({ gameId, currency })

// Shows: 10.31
test.each([
  [[round('dice', 'USDT')], false, true],
  [[round('dice', 'USDT'), round('dice', 'EUR')], false, false],
  [[round('keno', 'USDT')], false, false],
  [[round('dice', 'USDT')], true, false],
])('a round that is open in another currency %j is named, in a round: %s', async (rounds, isInRound, isShown) => {
  const account = { id: 'a2', currency: 'USDT', status: 2, version: 1 }
  let status = 500
  const page = await show(<OpenRoundNotice gameId="dice" currency="EUR" isInRound={isInRound} />, {
    answers: [
      [apiKey('GET /api/game/open-rounds'), rounds],
      [apiKey('GET /api/wallet/accounts'), [account]],
    ],
    answer: ({ route }) => (route.startsWith('PUT') ? { status, body: { ...account, status: 1 } } : { body: [] }),
  })
  const label = games.switchToContinue!.replace('{currency}', 'USDT')
  expect(page.has(label)).toBe(isShown)
  if (!isShown) return
  await page.press(label)
  expect(page.alerts).toEqual([(contentOf('alerts/common').somethingWrong as { title: string }).title])
  status = 200
  await page.press(label)
  expect(page.calls.filter(({ route }) => route === 'PUT /api/wallet/accounts/a2/switch')).toHaveLength(2)
})

// Shows: 5.2.1, 9.1.1
test('a code has six places, takes digits alone, and a paste that is one', async () => {
  const onChange = vi.fn()
  const view = (value: string, hasLetters = false) => (
    <CodeInput
      id="c"
      aria-invalid={undefined}
      aria-describedby={undefined}
      aria-required={undefined}
      aria-label="Code"
      value={value}
      hasLetters={hasLetters}
      onChange={onChange}
    />
  )
  const page = await show(view('12'))
  await page.enter('Code', '12a3456789')
  expect(onChange).toHaveBeenLastCalledWith('123456')
  const paste = (text: string) => page.fire(page.find('Code'), 'paste', { clipboardData: { getData: () => text } })
  await paste('12 34 56')
  expect(onChange).toHaveBeenCalledTimes(2)
  const pasted = onChange.mock.calls.length
  await paste('a word')
  expect(onChange.mock.calls.length).toBe(pasted)
  await paste('654321')
  expect(onChange).toHaveBeenLastCalledWith('654321')
  const letters = await show(view('', true))
  await letters.enter('Code', 'ab12cd34')
  expect(onChange).toHaveBeenLastCalledWith('AB12CD')
  await letters.fire(letters.find('Code'), 'paste', { clipboardData: { getData: () => 'ef34gh' } })
  expect(onChange).toHaveBeenLastCalledWith('EF34GH')
})
