import { afterEach, expect, test } from 'vitest'
import type { Jackpot, Ticket, TicketPair } from '#contract/jackpots.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
// Loaded by the page on demand.
import '../features/jackpots/check-tickets.ts'
import GameReturns from '../features/jackpots/game-returns.tsx'
import JackpotStrip from '../features/jackpots/jackpot-strip.tsx'
import { wonPots } from '../features/jackpots/won-pots.ts'
import { runningRounds } from '../features/wallet/running-rounds.ts'
import { route } from './jackpots.tsx'

const show = views()
const words = labelsOf('jackpots')
/** The next side stake of 10 wins 1,010 with a chance of 1 in 100, 5,004 with 1 in 500 and 10,001 with 1 in 9,000. */
const jackpot = (part: Partial<Jackpot> = {}): Jackpot => ({
  id: 'j1',
  currency: 'EUR',
  sideStake: 10,
  levels: [
    { level: 'mini', pot: 1005, seed: 500, cap: 1505, contribution: 5, wins: 0 },
    { level: 'major', pot: 5000, seed: 1000, cap: 7000, contribution: 4, wins: 0 },
    { level: 'grand', pot: 10_000, seed: 10_000, cap: 19_000, contribution: 1, wins: 0 },
  ],
  draws: 3,
  openedAt: '2026-10-01T00:00:00.000Z',
  closedAt: null,
  latest: [],
  ...part,
})
/** (1,010 / 100 + 5,004 / 500 + 10,001 / 9,000) / 10, cut after four decimals of a percent. */
const returned = '212.19%'
const pair = (part: Partial<TicketPair> = {}): TicketPair => ({
  id: 'p1',
  jackpotId: 'j1',
  number: 4,
  key: 'k1',
  serverSeedHash: 'hash-of-the-seed',
  clientSeed: 'mine',
  nextNonce: 2,
  openedAt: '2026-10-01T00:00:00.000Z',
  revealedAt: null,
  serverSeed: null,
  proof: null,
  ...part,
})
const ticket = (part: Partial<Ticket> = {}): Ticket => ({
  roundId: 'r1',
  game: { id: 'dice', name: 'Dice' },
  jackpotId: 'j1',
  pairId: 'p1',
  sideStake: 10,
  state: 'open',
  boughtAt: '2026-10-02T00:00:00.000Z',
  draw: null,
  ...part,
})
const draw = (part: object) => ({ number: 7, nonce: 1, pots: [0, 0, 0], drawn: [0, 0, 0], won: [0, 0, 0], ...part })
type Own = { jackpot: Jackpot | null; isOn: boolean; open: number; pairs: TicketPair[] }
const own = (part: Partial<Own> = {}): Own => ({ jackpot: jackpot(), isOn: false, open: 0, pairs: [], ...part })
const written = ({ calls }: ShownView) => calls.filter(({ route: called }) => !called.startsWith('GET'))
const ownPath = '/api/game/jackpots/EUR/own'
const accounts = [apiKey('GET /api/wallet/accounts'), [{ id: 'a1', currency: 'EUR', status: 1, balance: 100 }]] as const

type Site = { open?: Jackpot[]; part?: Own; tickets?: Ticket[]; posts?: Answering }
const answering =
  ({ open = [jackpot()], part = own(), tickets = [], posts = () => ({}) }: Site): Answering =>
  (call) => {
    if (!call.route.startsWith('GET')) return posts(call)
    if (call.route === 'GET /api/game/jackpots') return { body: open }
    if (call.route === `GET ${ownPath}`) return { body: part }
    if (call.route.startsWith('GET /api/game/jackpots/EUR/tickets'))
      return { body: { data: tickets, next: null, jackpots: [] } }
    return posts(call)
  }
const page = (site: Site = {}) =>
  show(<route.View />, { path: '/jackpots', answers: [[...accounts]], answer: answering(site) })

afterEach(() => runningRounds.set(false))

test('each pot has its size, exact chance, cap, seed and contribution, and the side stake its return', async () => {
  const { text } = await page({
    open: [jackpot({ latest: [{ level: 'mini', amount: 1500, number: 2, at: '2026-10-02T00:00:00.000Z' }] })],
  })
  for (const part of [
    `${words.level_mini} €10.05 5 in 500 €15.05 €5.00 €0.05`,
    `${words.level_major} €50.00 4 in 2,000 €70.00 €10.00 €0.04`,
    `${words.level_grand} €100.00 1 in 9,000 €190.00 €100.00 €0.01`,
    words.returnNow!.replace('{percent}', returned),
    `${words.latest} ${words.level_mini} €15.00`,
    words.ruleStake!.replace('{amount}', '€0.10'),
    words.ruleEnd!.replace('{days}', '30'),
  ])
    expect(text).toContain(part)
})

test('the pots of the player’s currency come first, and a guest sees the first jackpot', async () => {
  const open = [jackpot({ id: 'j2', currency: 'USDT' }), jackpot()]
  const { text } = await page({ open })
  const at = (currency: string) => text.indexOf(`${words.title} · ${currency}`)
  expect(at('EUR')).toBeLessThan(at('USDT'))
  expect(text).toContain(`${words.returnAtPots} · EUR`)
  const guest = await show(<route.View />, { isSignedIn: false, answer: answering({ open }) })
  expect(guest.text).toContain(`${words.returnAtPots} · USDT`)
  expect(guest.text).not.toContain(words.ownTitle)
  const none = await page({ open: [], part: own({ jackpot: null }) })
  expect(none.text).toContain(words.none)
  for (const part of [words.rulesTitle!, words.returnAtPots!, words.ownTitle!]) expect(none.text).not.toContain(part)
})

test.each([
  [false, 'isOff', 'join', 'join'],
  [true, 'isOn', 'leave', 'leave'],
] as const)('a part that is on: %s, is switched by “%s”', async (isOn, state, button, call) => {
  const shown = await page({ part: own({ isOn }), posts: () => ({ body: own({ isOn: !isOn }) }) })
  expect(shown.text).toContain(words[state]!.replace('{amount}', '€0.10'))
  await shown.press(words[button]!)
  expect(written(shown)[0]!.route).toBe(`POST /api/game/jackpots/EUR/${call}`)
  if (!isOn)
    expect(written(shown)[0]!.body).toEqual({ jackpotId: 'j1', clientSeed: expect.stringMatching(/^[\da-f]{32}$/) })
  expect(shown.text).toContain(words[isOn ? 'isOff' : 'isOn']!.replace('{amount}', '€0.10'))
})

test('a part that cannot be switched says why, and can be switched again', async () => {
  const shown = await page({ posts: () => ({ status: 422, body: { error: { message: 'Not here.' } } }) })
  await shown.press(words.join!)
  expect([shown.alerts, shown.find(words.join!).disabled]).toEqual([[words.failed], false])
})

test('a seed is revealed once something was drawn from it, with a new client seed of one’s own', async () => {
  const shown = await page({ part: own({ pairs: [pair()] }), posts: () => ({ body: own({ pairs: [] }) }) })
  expect(shown.text).toContain(words.pairOf!.replace('{number}', '4').replace('{jackpot}', 'j1'))
  for (const part of ['hash-of-the-seed', 'mine', `${words.draws} 2`]) expect(shown.text).toContain(part)
  expect(shown.text).not.toContain(words.serverSeed)
  await shown.press(words.reveal!)
  expect(written(shown)).toEqual([
    {
      route: 'POST /api/game/jackpots/EUR/reveal',
      body: { clientSeed: expect.stringMatching(/^[\da-f]{32}$/) as string },
    },
  ])
  const unused = await page({ part: own({ pairs: [pair({ nextNonce: 0 })] }) })
  expect(unused.find(words.reveal!).disabled).toBe(true)
})

test('side stakes show whether they won, were returned, or wait for their round', async () => {
  const { text } = await page({
    part: own({ jackpot: null, pairs: [pair()] }),
    tickets: [
      ticket(),
      ticket({ roundId: 'r2', state: 'drawn', draw: draw({}) }),
      ticket({ roundId: 'r3', state: 'drawn', draw: draw({ number: 8, won: [1010, 0, 10_001] }) }),
      ticket({ roundId: 'r4', state: 'returned' }),
    ],
  })
  expect(text).not.toContain(words.noTickets)
  for (const part of [
    words.state_open!,
    words.state_drawn!.replace('{number}', '7'),
    words.state_won!.replace('{number}', '8').replace('{amount}', '€110.11'),
    words.state_returned!,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(words.join)
  expect((await page({ part: own({ isOn: true }) })).text).toContain(words.noTickets)
})

test('a revealed pair whose seed does not follow from a published key is named', async () => {
  const revealed = pair({ revealedAt: '2026-10-03T00:00:00.000Z', serverSeed: 'seed', proof: 'proof' })
  const shown = await page({
    part: own({ pairs: [revealed] }),
    posts: ({ route: called }) => ({ body: called.includes('profile') ? { id: 'me' } : [] }),
  })
  expect(shown.text).toContain(`${words.serverSeed} seed`)
  await shown.press(words.check!)
  const verdict = words.checkBad!.replace('{numbers}', '0')
  for (let turn = 0; turn < 1000 && !shown.text.includes(verdict); turn++)
    await shown.perform(() => new Promise((resolve) => setImmediate(resolve)))
  expect(shown.text).toContain(verdict)
  const failing = await page({ part: own({ pairs: [revealed] }), posts: () => ({ status: 500 }) })
  await failing.press(words.check!)
  await failing.pass(1)
  expect([failing.text.includes(words.failed!), failing.find(words.check!).disabled]).toEqual([true, false])
})

test('the return at other pots is exact, and the present pots can be had again', async () => {
  const shown = await page()
  expect(shown.find(words.presentPots!).disabled).toBe(true)
  const slider = shown.find(`${words.potOf!.replace('{level}', words.level_mini!)} €10.05`)
  expect(['min', 'max', 'step'].map((name) => slider.getAttribute(name))).toEqual(['500', '1500', '5'])
  await shown.enter(`${words.potOf!.replace('{level}', words.level_mini!)} €10.05`, '1500')
  expect(shown.text).toContain(`€15.00 ${words.chance}: 1 in 1`)
  // A win of 1,505 is certain then.
  expect(shown.text).toContain(`${words.sideStakeAlone} 15,161.19%`)
  await shown.press(words.presentPots!)
  expect(shown.text).toContain(`${words.sideStakeAlone} ${returned}`)
})

const strip = (site: Site = {}, stake: number | null = 100) =>
  show(<JackpotStrip currency="EUR" rtp={98} stake={stake} />, { answers: [[...accounts]], answer: answering(site) })

test('below a game, the side stake is switched, and its return stands beside that of the game', async () => {
  const shown = await strip({ posts: () => ({ body: own({ isOn: true }) }) })
  const name = words.switch!.replace('{amount}', '€0.10')
  expect(shown.find(name).checked).toBe(false)
  expect(shown.text).toContain('€10.05')
  await shown.press(name)
  expect(written(shown)[0]!.route).toBe('POST /api/game/jackpots/EUR/join')
  expect(shown.find(name).checked).toBe(true)
  const alone = words.returnNow!.replace('{percent}', returned)
  const free = await strip({}, null)
  expect(shown.text).toContain(words.together!.replace('{percent}', '108.38%').replace('{amount}', '€1.00'))
  expect(free.text).toContain(words.returnShort!.replace('{percent}', returned))
  expect(free.text).toContain(alone)
})

test('below a game nothing is shown where no jackpot is open', async () => {
  expect((await strip({ part: own({ jackpot: null }) })).text).toBe('')
})

test('pots below a game stand still while a round runs, because they would reveal its result', async () => {
  const shown = await strip()
  await shown.perform(() => runningRounds.set(true))
  const [mini, ...others] = jackpot().levels
  await shown.perform(() =>
    shown.client.setQueryData(
      apiKey('GET /api/game/jackpots/{currency}/own', { params: { currency: 'EUR' } }),
      own({ jackpot: jackpot({ levels: [{ ...mini!, pot: 500, wins: 1 }, ...others] }) }),
    ),
  )
  expect(shown.text).toContain('€10.05')
  await shown.perform(() => runningRounds.set(false))
  expect(shown.text).not.toContain('€10.05')
  expect(shown.text).toContain(`${words.level_mini} €5.00`)
})

test('a pot that the player won takes the place of the switch until it was seen', async () => {
  const shown = await strip()
  await shown.perform(() => void wonPots.show({ level: 'major', amount: 5004, currency: 'EUR', roundId: 'r1' }))
  expect(shown.text).toContain(words.youWon!.replace('{level}', words.level_major!).replace('{amount}', '€50.04'))
  expect(shown.has(words.switch!.replace('{amount}', '€0.10'))).toBe(false)
  await shown.press(words.wonSeen!)
  expect(shown.has(words.switch!.replace('{amount}', '€0.10'))).toBe(true)
})

const game = (stakes: object[]) =>
  ({ id: 'dice', rtp: 98, stakes }) as unknown as Parameters<typeof GameReturns>[0]['game']
const returns = (stakes: object[], open = [jackpot()]) =>
  show(<GameReturns game={game(stakes)} />, { answers: [[...accounts]], answer: answering({ open }) })

test('the rules of a game say what it returns together with the jackpot, at each stake', async () => {
  const shown = await returns([{ currency: 'EUR', min: 10, max: 5000 }])
  expect(shown.find(words.stakeOf!).options.map(({ textContent }) => textContent)).toEqual([
    '€0.10',
    '€1.00',
    '€10.00',
    '€50.00',
  ])
  expect(shown.find(words.stakeOf!).value).toBe('100')
  expect(shown.text).toContain(`${words.sideStakeAlone} ${returned}`)
  expect(shown.text).toContain(`${words.gameAlone} 98.00%`)
  expect(shown.text).toContain(`${words.both} 108.38%`)
  await shown.enter(words.stakeOf!, '10')
  expect(shown.text).toContain(`${words.both} 155.10%`)
  expect((await returns([{ currency: 'USDT', min: 10, max: 5000 }])).text).toBe('')
  expect((await returns([{ currency: 'EUR', min: 10, max: 5000 }], [])).text).toBe('')
})
