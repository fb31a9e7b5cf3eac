/**
 * Edits of open bets with the real book, bets and matches. `npm run test:sports` edits a bet in 100,000 matches of each
 * sport.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Edit } from '#contract/sportsbook-protocol.ts'
import { createCalendar, type Fixture } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { noSportsbookFaults } from '../faults.ts'
import type { EditRequest, PickRequest, PlayerSession, Refusal, Sport, WireEvent } from '../wire.ts'
import { wordsIn } from '../words.ts'
import type { Bet } from './bet.ts'
import { type Bets, createBets } from './bets.ts'
import { type Book, createBook } from './book.ts'
import { cashOutMargin } from '../pricing/margin.ts'
import { payoutOf } from './slip.ts'
import type { Answer, Wallet, WalletCall } from './wallet.ts'

const matches = Number(process.env.SPORTSBOOK_MATCHES ?? 30)
const words = wordsIn({}, 'en')
const player: PlayerSession = {
  playerId: crypto.randomUUID(),
  currency: 'EUR',
  balance: 1_000_000,
  freeBets: [],
  expiresAt: Infinity,
}
const start = Date.UTC(2026, 4, 1, 12, 0, 0)
let now = start
let book: Book
let bets: Bets
let sent: WalletCall[]
let edited: (call: WalletCall) => Answer<never>
const accepted = { is: 'accepted', value: { balance: 0 } as never } as const
const wallet: Wallet = {
  authenticate: async () => ({ is: 'refused', name: 'tokenInvalid', message: '' }),
  async send(call) {
    sent.push(call)
    if (call.call !== 'edit') return accepted
    Edit.parse(call)
    return edited(call)
  },
}
const calendar = createCalendar('edit test')
const matchOf = createMatches('edit test')

function open({ journalPath = null, fixture }: { journalPath?: string | null; fixture?: Fixture } = {}) {
  const between: typeof calendar.between = (from, until) =>
    calendar.between(from, until).filter(({ id }) => !fixture || id === fixture.id)
  book = createBook({ calendar: { ...calendar, between }, matchOf, now: () => now, horizonMs: 24 * 60_000 })
  bets = createBets({
    book,
    wallet,
    faults: { ...noSportsbookFaults },
    now: () => now,
    realNow: () => now,
    words: () => words,
    journalPath,
    liveDelayMs: 2_000,
    retryDelaysMs: [1],
  })
  book.refresh()
}
beforeEach(() => {
  now = start
  sent = []
  edited = () => accepted
  open()
})
afterEach(() => bets.stop())

const upcoming = (sport: Sport = 'football', at = 0): WireEvent =>
  book.event(book.list().filter((event) => event.sport === sport && event.board.phase === 'upcoming')[at]!.id)!
function pickOf(event: WireEvent, outcome: string, market = event.markets[0]!): PickRequest {
  return { eventId: event.id, market: market.id, outcome, odds: market.odds[outcome]!, version: market.version }
}
const slipOf = (picks: PickRequest[], stake: number) => ({
  requestId: crypto.randomUUID(),
  kind: picks.length > 1 ? ('accumulator' as const) : ('single' as const),
  systemSizes: [],
  picks,
  stake,
  policy: 'any' as const,
})
const place = async (picks: PickRequest[], stake = 1_000) =>
  (await bets.place(player, 'token', 'en', slipOf(picks, stake))) as Bet
const requestFor = (bet: Bet, picks: PickRequest[], stake: number): EditRequest => ({
  ...slipOf(picks, stake),
  quoteId: bets.wire(bet).cashOut!.id,
})
const edit = (bet: Bet, request: EditRequest, session = player) =>
  bets.edit(session, { token: 'token', words }, bet.id, request)

test('an edit sells the bet at the price shown and buys the new one, in one call to the wallet', async () => {
  const [first, second] = [upcoming(), upcoming('tennis')]
  const bet = await place([pickOf(first, 'home')])
  const { amount } = bets.wire(bet).cashOut!
  const picks = [pickOf(first, 'home'), pickOf(second, 'home')]
  const changed = (await edit(bet, requestFor(bet, picks, 1_500))) as Bet
  expect(sent.filter(({ call }) => call === 'edit')).toMatchObject([
    {
      betId: changed.id,
      kind: 'accumulator',
      stake: 1_500,
      replaces: { betId: bet.id, sequence: 1, payout: amount },
      selections: [{ odds: picks[0]!.odds }, { odds: picks[1]!.odds }],
    },
  ])
  expect(bet).toMatchObject({ state: 'cashedOut', openStake: 0, payout: amount, sequence: 1 })
  expect(bets.wire(changed)).toMatchObject({ state: 'accepted', replaces: bet.id, stake: 1_500, openStake: 1_500 })
  // The part that was sold before counts once.
  const half = await place([pickOf(first, 'away')])
  await bets.cashOut(player, half.id, bets.wire(half).cashOut!.id, 0.5)
  const sold = half.cashedOut
  const rest = bets.wire(half).cashOut!.amount
  await edit(half, requestFor(half, [pickOf(first, 'home')], 500))
  expect(sent.at(-1)).toMatchObject({ replaces: { betId: half.id, sequence: 2, payout: sold + rest } })
  expect(half).toMatchObject({ state: 'cashedOut', payout: sold + rest })
})

// Shows: attack 233
test('a repeated edit is the same bet; another content, another bet of the player and an unchanged slip are refused', async () => {
  const event = upcoming()
  const bet = await place([pickOf(event, 'home')])
  const request = requestFor(bet, [pickOf(event, 'away')], 900)
  const changed = (await edit(bet, request)) as Bet
  expect(await edit(bet, request)).toBe(changed)
  expect(await edit(bet, { ...request, stake: 901 })).toEqual({ error: 'requestConflict' })
  expect(sent.filter(({ call }) => call === 'edit')).toHaveLength(1)
  const again = { ...request, requestId: crypto.randomUUID() }
  expect(await edit(bet, again)).toEqual({ error: 'betNotOpen' })
  const stranger = { ...player, playerId: crypto.randomUUID() }
  expect(await edit(changed, requestFor(changed, [pickOf(event, 'draw')], 900), stranger)).toEqual({
    error: 'betNotFound',
  })
  expect(await edit(changed, requestFor(changed, [pickOf(event, 'away')], 900))).toEqual({ error: 'editUnchanged' })
  const old = requestFor(changed, [pickOf(event, 'draw')], 900)
  now += 5_000
  expect(await edit(changed, old)).toMatchObject({ error: 'priceChanged', quote: { id: expect.any(String) } })
  expect(changed.state).toBe('accepted')
})

// Shows: attack 234
test('what the wallet refuses leaves the bet open at its price, and the next edit has another request', async () => {
  const event = upcoming()
  const bet = await place([pickOf(event, 'home')])
  edited = () => ({ is: 'refused', name: 'limitReached', message: '' })
  expect(await edit(bet, requestFor(bet, [pickOf(event, 'away')], 900))).toEqual({ error: 'limitReached' })
  expect(bet).toMatchObject({ state: 'accepted', openStake: 1_000, cashedOut: 0, sequence: 0 })
  edited = () => accepted
  expect(await edit(bet, requestFor(bet, [pickOf(event, 'away')], 900))).toMatchObject({ state: 'accepted' })
})

/** A match in play that no incident has just stopped, and the bet on it. */
async function live(sport: Sport = 'football'): Promise<{ event: WireEvent; bet: Bet }> {
  const { id, startsAt } = upcoming(sport)
  const bet = await place([pickOf(book.event(id)!, 'home')])
  now = startsAt + 30_000
  for (let waited = 0; !bets.wire(bet).cashOut && waited < 60; waited++) now += 1_000
  book.refresh()
  bets.tick()
  await bets.flush()
  return { event: book.event(id)!, bet }
}

// Shows: attack 235
test('with a match in play an edit waits; meanwhile the bet is open, but not sold or edited otherwise', async () => {
  const { event, bet } = await live()
  const changed = (await edit(bet, requestFor(bet, [pickOf(event, 'away')], 900))) as Bet
  expect([changed.state, bet.state]).toEqual(['held', 'accepted'])
  expect(sent.some(({ call }) => call === 'edit')).toBe(false)
  const quote = bets.wire(bet).cashOut!
  expect(await bets.cashOut(player, bet.id, quote.id, 1)).toEqual({ error: 'editPending' })
  expect(await edit(bet, requestFor(bet, [pickOf(event, 'draw')], 900))).toEqual({ error: 'editPending' })
  now += 2_000
  book.refresh()
  bets.tick()
  await bets.flush()
  expect([changed.state, bet.state]).toEqual(['accepted', 'cashedOut'])
})

// Shows: attack 235
test('an incident, a void or the end of the match during the wait declines the edit, and the bet goes on', async () => {
  const ends: Array<(bet: Bet, event: WireEvent) => void> = [
    (_bet, { startsAt }) => {
      // The next goal, before the wait is over.
      const { incidents } = book.chances(_bet.legs[0]!.eventId, 'result', 'home')!
      for (now = startsAt + 30_000; now < startsAt + 810_000; now += 500)
        if (book.chances(_bet.legs[0]!.eventId, 'result', 'home')!.incidents !== incidents) break
    },
    (bet) => void bets.void(bet.id, 'test'),
    (_bet, { startsAt }) => (now = startsAt + 60 * 60_000),
  ]
  for (const end of ends) {
    now = start
    bets.stop()
    open()
    const { event, bet } = await live()
    const changed = (await edit(bet, requestFor(bet, [pickOf(event, 'away')], 900))) as Bet
    end(bet, event)
    now += 2_000
    book.refresh()
    bets.tick()
    await bets.flush()
    expect(changed).toMatchObject({ state: 'declined', reason: expect.stringMatching(/market|betNotOpen|price/) })
    expect(bet.sequence === 0 || bet.state !== 'cashedOut').toBe(true)
    // The site tells the player, who may be anywhere on it.
    const declines = sent.filter(({ call, betId }) => call === 'decline' && betId === changed.id)
    expect(declines).toMatchObject([{ replaces: bet.id }])
  }
  expect(sent.some(({ call }) => call === 'edit')).toBe(false)
})

// Shows: attack 235, attack 199
test('while the wallet does not answer, nothing else decides the bet; a restart sends the same call again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-edits-'))
  bets.stop()
  open({ journalPath: join(folder, 'bets') })
  const event = upcoming()
  const bet = await place([pickOf(event, 'home')])
  let answers: Answer<never> = { is: 'lost' }
  edited = () => answers
  const request = requestFor(bet, [pickOf(event, 'away')], 900)
  const pending = edit(bet, request)
  await new Promise((resolve) => setImmediate(resolve))
  now = event.startsAt + 60 * 60_000
  book.refresh()
  bets.tick()
  expect(bets.void(bet.id, 'test')).toBe(false)
  expect(bet).toMatchObject({ state: 'accepted', sequence: 0 })
  const [first] = sent.filter(({ call }) => call === 'edit')
  bets.stop()
  await pending
  open({ journalPath: join(folder, 'bets') })
  answers = accepted
  await bets.flush()
  const calls = sent.filter(({ call }) => call === 'edit')
  for (const call of calls) expect(call).toEqual(first)
  expect(bets.find(bet.id)).toMatchObject({ state: 'cashedOut', sequence: 1 })
  expect(bets.find(String(first!.betId))).toMatchObject({ state: 'accepted' })
  rmSync(folder, { recursive: true, force: true })
})

test('the share that the house is said to keep of a slip is that of its selections together', () => {
  const picks = [pickOf(upcoming(), 'home'), pickOf(upcoming('tennis'), 'home')]
  const single = picks.map(
    (pick) =>
      (bets.limits(player, { kind: 'single', systemSizes: [], picks: [pick] }) as { keptShare: number }).keptShare,
  )
  const both = bets.limits(player, { kind: 'accumulator', systemSizes: [], picks }) as { keptShare: number }
  for (const share of single) expect(share).toBeGreaterThan(0.049)
  expect(both.keptShare).toBeCloseTo(1 - (1 - single[0]!) * (1 - single[1]!), 5)
})

type Sums = { count: number; sum: number; squares: number }
const add = (all: Sums, value: number) =>
  Object.assign(all, { count: all.count + 1, sum: all.sum + value, squares: all.squares + value ** 2 })
function sigmas({ count, sum, squares }: Sums): number {
  const mean = sum / count
  return mean / Math.sqrt((squares - count * mean ** 2) / (count - 1) / count)
}

// Shows: attack 198
test.each(['football', 'tennis', 'basketball'] as const)(
  'in %s the bought bet pays the share that was told, on average, and the sold one is worth no more than holding it',
  { timeout: 60_000 + matches * 600 },
  async (sport) => {
    const bought: Sums = { count: 0, sum: 0, squares: 0 }
    const soldOver: Sums = { count: 0, sum: 0, squares: 0 }
    for (let match = 0; match < matches; match++) {
      const fixture = calendar.find(`${sport}-${8_500_000 + match}`)!
      now = fixture.startsAt - 1_000
      bets.stop()
      open({ fixture })
      const event = book.event(fixture.id)!
      const outcomes = Object.keys(event.markets[0]!.odds).filter((code) => event.markets[0]!.odds[code])
      const bet = await place([pickOf(event, outcomes[match % outcomes.length]!)], 10_000)
      // The player waits for a moment of the match, and changes sides.
      now = fixture.startsAt + 20_000 + (match % 50) * 3_000
      for (let waited = 0; waited < 30 && !bets.wire(bet).cashOut; waited++) now += 700
      book.refresh()
      const market = book.event(fixture.id)?.markets[0]
      const other = outcomes[(match + 1) % outcomes.length]!
      if (!market?.odds[other] || !bets.wire(bet).cashOut) continue
      const picks = [pickOf(book.event(fixture.id)!, other)]
      const request = requestFor(bet, picks, bets.wire(bet).cashOut!.amount)
      const limits = bets.limits(player, request, bet.id)
      if ('error' in limits || limits.maxStake < request.stake) continue
      const changed: Bet | Refusal = await edit(bet, request)
      if ('error' in changed) continue
      now += 2_000
      bets.tick()
      await bets.flush()
      if (changed.state !== 'accepted') continue
      now = fixture.startsAt + 60 * 60_000
      const resultOf = (code: string) => book.chances(fixture.id, market.id, code)!.outcome.result
      const paid = (of: Bet) =>
        payoutOf({ ...of, legs: of.legs.map((leg) => ({ ...leg, result: resultOf(leg.outcome) })) }, of.stake, 1e12)!
      add(bought, paid(changed) / changed.stake - (1 - limits.keptShare))
      add(soldOver, (bet.payout - paid(bet) * (1 - cashOutMargin)) / bet.stake)
    }
    expect(bought.count).toBeGreaterThan(matches / 4)
    // What was accepted at a better or worse price in the wait is within the drift of two seconds.
    expect(Math.abs(sigmas(bought))).toBeLessThan(4)
    expect(sigmas(soldOver)).toBeLessThan(4)
  },
)
