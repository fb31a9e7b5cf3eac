import { afterEach, expect, test, vi } from 'vitest'
import type { GameDetails } from '#contract/games.ts'
import type { FromGame, FromPage } from '#contract/stage-messages.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { runningRounds } from '../wallet/running-rounds.ts'
import { GameStage } from './game-stage.tsx'
import { dropReturnGame, readReturnGame } from './return-game.ts'

const show = views()
const words = labelsOf('games')
const game = {
  id: 'dice',
  name: 'Dice',
  kind: 'dice',
  rtp: 99,
  hasDemo: true,
  stakes: [{ currency: 'EUR', min: 10, max: 5000 }],
} as unknown as GameDetails
const account = {
  id: 'a1',
  currency: 'EUR',
  balance: 12_000,
  bonusBalance: 0,
  withdrawalBalance: 12_000,
  lockedBalance: 0,
  vaultBalance: 0,
  roundsNet: 0,
  status: 1,
  version: 1,
}
const session = {
  startedAt: '2010-01-01T12:00:00.000Z',
  currency: 'EUR',
  net: -1250,
  inPlay: 0,
  statistics: { rounds: 3, staked: 3000, won: 1750, biggestWin: null },
}
/** Games of this kind do not count towards its wagering. */
const bonus = {
  id: 'b1',
  status: 2,
  name: 'Welcome',
  currency: 'EUR',
  maxBetAmount: 500,
  wagerTotal: 10_000,
  wagerRemaining: 7500,
  contribution: { kinds: [{ kind: 'dice', percent: 0 }], games: [], sports: null },
}
type Stage = {
  mode?: 'real' | 'demo'
  isMini?: boolean
  account?: object
  funds?: object
  bonuses?: object[]
  freespins?: object[]
  progress?: object
  /** Refuses the launch by this name. */
  refusal?: () => string | null
}

async function stage(options: Stage = {}) {
  const { mode = 'real', isMini = false, funds = { kind: 'cash' }, refusal = () => null } = options
  const onLeave = vi.fn()
  let launched = 0
  const replies: Array<[part: string, reply: unknown]> = [
    ['GET /api/wallet/accounts', [{ ...account, ...options.account }]],
    ['GET /api/player/profile', { id: 'me' }],
    ['GET /api/game/play-session', session],
    ['GET /api/game/reality-check', { intervalMinutes: 60, choices: [60], play: null }],
    ['GET /api/game/player-bonuses', options.bonuses ?? []],
    ['GET /api/game/player-freespins', options.freespins ?? []],
    ['GET /api/game/games/dice/free-spins', options.progress],
    ['GET /api/game/jackpots/EUR/own', { jackpot: null, isOn: false, open: 0, pairs: [] }],
  ]
  const answer: Answering = ({ route }) => {
    if (route === 'POST /api/game/games/dice/play') {
      const name = refusal()
      return name
        ? { status: 422, body: { error: { name } } }
        : { body: { url: `/frame/dice?launch=${++launched}`, mode, funds } }
    }
    const reply = replies.find(([part]) => route.startsWith(part))?.[1]
    return { body: reply ?? (route.startsWith('GET') ? [] : {}) }
  }
  const page = await show(<GameStage game={game} mode={mode} isMini={isMini} onLeave={onLeave} />, {
    path: isMini ? '/' : '/games/dice',
    answer,
    within(view) {
      vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'dark' }))
      vi.stubGlobal(
        'MutationObserver',
        class {
          observe() {}
          disconnect() {}
        },
      )
      return view
    },
  })
  // The funds are read after the launch, and that after the accounts.
  for (let turn = 0; turn < 4; turn++) await page.pass(1)
  const posted: Array<{ message: FromPage; target: string }> = []
  const frameOf = () => {
    const outer = page.find(isMini ? words.closeGame! : words.leaveGame!).closest('section')!
    return outer.all().find(({ localName }) => localName === 'iframe')
  }
  const contentWindow = {
    postMessage: (message: FromPage, target: string) =>
      void posted.push({ message: Object.assign(message, { fairhouse: undefined }), target }),
  }
  const attach = () => Object.assign(frameOf() ?? {}, { contentWindow })
  attach()
  const send = (message: FromGame, from: { source?: unknown; origin?: string } = {}) =>
    page.perform(() => {
      attach()
      const data = { fairhouse: 1, ...message }
      dispatchEvent(Object.assign(new Event('message'), { source: contentWindow, origin: 'null', ...from, data }))
    })
  const ready = (balance = 12_000) => send({ type: 'ready', balance, currency: 'EUR', stake: 100 })
  const launches = () => page.calls.filter(({ route }) => route.endsWith('/play')).map(({ body }) => body)
  const reads = (part: string) => page.calls.filter(({ route }) => route.startsWith(`GET ${part}`)).length
  const messages = () => posted.map(({ message }) => message)
  return { page, onLeave, posted, messages, send, ready, launches, reads, frameOf }
}
afterEach(dropReturnGame)

// Shows: 2.6.7, 7.6.2
test('a game opens in the currency of the account, with the balance and the result of the session', async () => {
  const { page, launches, frameOf } = await stage()
  expect(launches()).toEqual([{ mode: 'real', currency: 'EUR', locale: 'en', theme: 'dark' }])
  expect(frameOf()!.getAttribute('src')).toBe('/frame/dice?launch=1')
  for (const part of ['€120.00', '−€12.50']) expect(page.text).toContain(part)
  expect(readReturnGame()).toBe('/games/dice?play=real')
})

test('a demo shows the balance that the game reports, and reads nothing of a player', async () => {
  const { page, send, launches, reads } = await stage({ mode: 'demo' })
  expect(launches()).toMatchObject([{ mode: 'demo' }])
  await send({ type: 'ready', balance: 100_000, currency: 'EUR' })
  expect(page.text).toContain(`${words.demoBalance} €1,000.00`)
  expect(
    ['/api/wallet', '/api/game/play-session', '/api/game/reality-check', '/api/player/profile'].map(reads),
  ).toEqual([0, 0, 0, 0])
})

test('only messages of the frame itself count', async () => {
  const { page, send, messages } = await stage()
  await send({ type: 'ready', balance: 1, currency: 'EUR' }, { source: {} })
  await send({ type: 'ready', balance: 1, currency: 'EUR' }, { source: null })
  await send({ type: 'ready', balance: 1, currency: 'EUR' }, { origin: 'http://localhost' })
  expect(messages()).toEqual([])
  await send({ type: 'open-search' })
  expect(page.pages).toEqual(['/?search=#search'])
})

// Shows: 7.6.2
test('a game that is ready gets the choices made in it before, and may begin', async () => {
  const { send, ready, posted } = await stage()
  await ready()
  expect(posted).toEqual([
    { message: { type: 'resume' }, target: '*' },
    { message: { type: 'stake-limit', limit: 0 }, target: '*' },
  ])
  await send({ type: 'stake-changed', stake: 250, currency: 'EUR' })
  await send({ type: 'sound-changed', isOn: true })
  await send({ type: 'quick-results-changed', isOn: true })
  await send({ type: 'choice-kept', name: 'next', kept: 'over 50' })
  const again = await stage()
  await again.ready()
  expect(again.messages().slice(0, 4)).toEqual([
    { type: 'sound', isOn: true },
    { type: 'quick-results', isOn: true },
    { type: 'preferred-stake', stake: 250 },
    { type: 'kept-choice', name: 'next', kept: 'over 50' },
  ])
  await again.send({ type: 'sound-changed', isOn: false })
  await again.send({ type: 'quick-results-changed', isOn: false })
})

test('a round is noted before it is played, its result is shown at its end, and the session is read again', async () => {
  const { page, send, ready, messages, reads } = await stage()
  await ready()
  await send({ type: 'round-started', playId: 'p1', stake: 100, currency: 'EUR' })
  expect(messages().at(-1)).toEqual({ type: 'round-noted', playId: 'p1' })
  expect(runningRounds.areRunning).toBe(true)
  expect(page.text).toContain('€119.00')
  const before = reads('/api/game/play-session')
  await send({ type: 'round-ended', playId: 'p1', roundId: 'r1', balance: 12_100, net: 100, currency: 'EUR' })
  await page.pass(1)
  expect([runningRounds.areRunning, reads('/api/game/play-session')]).toEqual([false, before + 1])
  // The interval of reality checks begins with the first round.
  expect(reads('/api/game/reality-check')).toBe(2)
})

test('a stake that the balance does not cover can be lowered to what it covers', async () => {
  const { page, send, ready, messages } = await stage({ account: { balance: 90 } })
  await ready(90)
  expect(page.text).not.toContain(words.insufficientFunds!.split('{')[0])
  await send({ type: 'insufficient-funds', needed: 100, currency: 'EUR' })
  expect(page.text).toContain(words.insufficientFunds!.replace('{stake}', '€1.00'))
  await page.press(words.lowerStake!.replace('{stake}', '€0.90'))
  expect(messages().at(-1)).toEqual({ type: 'preferred-stake', stake: 90 })
  expect(page.has(words.lowerStake!.replace('{stake}', '€0.90'))).toBe(false)
})

test.each([
  ['exactly the lowest stake', { balance: 10 }, {}, false],
  ['less than the lowest stake', { balance: 9 }, {}, true],
  [
    'nothing but bonus money that does not count here',
    { balance: 5000, bonusBalance: 5000 },
    { bonuses: [bonus] },
    true,
  ],
  [
    'nothing, but free spins that wait',
    { balance: 0 },
    { freespins: [{ status: 2, gameId: 'dice', currency: 'EUR', count: 5, used: 2 }] },
    false,
  ],
])('a player with %s is told at once that the funds are out: %#', async (_, funds, more, isOut) => {
  const { page, ready, send } = await stage({ account: funds, ...more })
  expect(page.has(words.playDemo!)).toBe(false)
  await ready(funds.balance)
  expect(page.has(words.playDemo!)).toBe(isOut)
  if (isOut) {
    expect(page.text).toContain(words.insufficientFunds!.replace('{stake}', '€0.10'))
    expect(page.find(words.playDemo!).getAttribute('href')).toBe('/games/dice?play=demo')
    await send({ type: 'round-started', playId: 'p1', stake: 10, currency: 'EUR' })
    expect(page.has(words.playDemo!)).toBe(false)
  }
})

const spins = { kind: 'freeSpins', stake: 20, total: 10, remaining: 8 }
const progress = { currency: 'EUR', stake: 20, used: 3, total: 10, won: 140 }

// Shows: 4.10.3
test('free spins are counted, and after the last one the player chooses to go on with cash', async () => {
  const { page, ready, send, launches, messages } = await stage({ funds: spins, progress })
  await ready()
  expect(page.text).toContain(words.freeSpinNumber!.replace('{number}', '4').replace('{total}', '10'))
  expect(page.has(words.freeSpinsOver!)).toBe(false)
  await send({ type: 'free-spins-ended' })
  await page.pass(1)
  expect(page.text).toContain(words.freeSpinsOver)
  expect(page.text).toContain(`${words.totalWon} €1.40`)
  expect(messages().at(-1)).toEqual({ type: 'pause' })
  await page.press(words.playWithCash!)
  expect(launches().at(-1)).toMatchObject({ funds: 'cash' })
})

test('free spins that are all used are over once their round is', async () => {
  const over = { ...progress, used: 10 }
  const { page, ready, send } = await stage({ funds: spins, progress: over })
  await ready()
  expect(page.has(words.freeSpinsOver!)).toBe(true)
  await send({ type: 'round-started', playId: 'p1', stake: 0, currency: 'EUR' })
  expect(page.has(words.freeSpinsOver!)).toBe(false)
})

// Shows: 4.10.3
test('a game that is left says how many free spins stay, and is not offered again', async () => {
  const { page, onLeave } = await stage({ funds: spins, progress })
  await page.press(words.leaveGame!)
  expect(page.alerts).toEqual(['7 free spins are left in this game'])
  expect([onLeave.mock.calls.length, readReturnGame()]).toEqual([1, null])
  const cash = await stage()
  await cash.page.press(words.leaveGame!)
  expect(cash.page.alerts).toEqual([])
})

test('free spins that wait while cash is played can be played instead', async () => {
  const freespins = [
    { status: 2, gameId: 'dice', currency: 'EUR', count: 5, used: 2 },
    { status: 2, gameId: 'dice', currency: 'USDT', count: 9, used: 0 },
    { status: 2, gameId: 'mines', currency: 'EUR', count: 9, used: 0 },
    { status: 1, gameId: 'dice', currency: 'EUR', count: 9, used: 0 },
  ]
  const { page, launches } = await stage({ freespins })
  await page.press('Play 3 free spins')
  expect(launches().at(-1)).toEqual({ mode: 'real', currency: 'EUR', locale: 'en', theme: 'dark' })
  expect(launches()).toHaveLength(2)
})

test('an active bonus limits the stake, and its progress is shown', async () => {
  const counted = { ...bonus, contribution: { kinds: [{ kind: 'dice', percent: 50 }], games: [], sports: null } }
  const { page, ready, messages } = await stage({ bonuses: [counted], account: { bonusBalance: 2000 } })
  await ready()
  expect(messages()).toContainEqual({ type: 'stake-limit', limit: 500 })
  expect(page.text).toContain(`${words.cash} €100.00 ${words.bonusMoney} €20.00`)
  expect(page.text).toContain('€25.00 / €100.00')
})

test('a session that has ended is opened again with a new launch', async () => {
  const { page, send, ready, launches, frameOf } = await stage()
  await ready()
  await send({ type: 'session-ended' })
  expect([page.has(words.sessionEnded!), frameOf()]).toEqual([true, undefined])
  await page.press(words.openAgain!)
  await page.pass(1)
  expect([launches().length, page.has(words.sessionEnded!)]).toEqual([2, false])
})

// Shows: 2.2.7
test.each([
  ['gameRestricted', 'geo-restricted-game'],
  ['playerExcluded', 'game-limit-reached'],
])('a launch that is refused with %s leaves the game for the dialog %s', async (name, modal) => {
  const { page, onLeave } = await stage({ refusal: () => name })
  expect([page.address, onLeave.mock.calls.length]).toEqual([`/games/dice?${modal}=dice`, 1])
  expect(readReturnGame()).toBeNull()
})

test('another refusal is explained on the stage, where the game can be opened again', async () => {
  let refusal: string | null = 'studioUnavailable'
  const { page, onLeave, launches } = await stage({ refusal: () => refusal })
  expect([page.address, onLeave.mock.calls.length]).toEqual(['/games/dice', 0])
  refusal = null
  await page.press(words.openAgain!)
  await page.pass(1)
  expect([launches().length, page.has(words.openAgain!)]).toEqual([2, false])
})

test('on another page the game is paused, can be returned to, and is closed when its session ends', async () => {
  const { page, ready, send, messages, onLeave } = await stage({ isMini: true })
  await ready()
  expect(messages()).toContainEqual({ type: 'pause' })
  expect(page.text).toContain('Dice €120.00')
  expect(page.find(words.continueGame!.replace('{game}', 'Dice')).getAttribute('href')).toBe('/games/dice?play=real')
  expect(page.has(words.leaveGame!)).toBe(false)
  expect(onLeave).not.toHaveBeenCalled()
  await send({ type: 'session-ended' })
  expect(onLeave).toHaveBeenCalledOnce()
})

test('the game fills the screen when it or the player asks for it, and no longer when it is left', async () => {
  const { page, send, ready } = await stage()
  const requestFullscreen = vi.fn(async () => undefined)
  const exitFullscreen = vi.fn()
  Object.assign(document.documentElement, { requestFullscreen })
  Object.assign(document, { fullscreenElement: {}, exitFullscreen })
  await ready()
  await send({ type: 'full-screen' })
  expect([requestFullscreen.mock.calls.length, page.has(words.smaller!)]).toEqual([1, true])
  await page.press(words.smaller!)
  expect([exitFullscreen.mock.calls.length, page.has(words.fullscreen!)]).toEqual([1, true])
  await page.press(words.fullscreen!)
  await page.press(words.leaveGame!)
  expect(exitFullscreen).toHaveBeenCalledTimes(2)
})

test('a balance that changed elsewhere is read by the game a second later, but not during a round', async () => {
  const { page, ready, send, messages } = await stage()
  const deposit = (balance: number, version: number) =>
    page.perform(() => page.client.setQueryData(apiKey('GET /api/wallet/accounts'), [{ ...account, balance, version }]))
  await ready()
  await deposit(15_000, 2)
  await page.pass(998)
  expect(messages()).not.toContainEqual({ type: 'refresh-balance' })
  await page.pass(2)
  expect(messages().at(-1)).toEqual({ type: 'refresh-balance' })
  await send({ type: 'balance', balance: 15_000, currency: 'EUR' })
  await send({ type: 'round-started', playId: 'p1', stake: 100, currency: 'EUR' })
  const before = messages().length
  await deposit(20_000, 3)
  await page.pass(1000)
  expect(messages()).toHaveLength(before)
})
