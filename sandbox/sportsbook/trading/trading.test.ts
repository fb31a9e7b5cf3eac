import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { Accept, CashOut, Decline, Place, Settle, Unsettle, Void } from '#contract/sportsbook-protocol.ts'
import { createCalendar } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { builderCode, builderMarket, type Part } from '../builder.ts'
import { noSportsbookFaults } from '../faults.ts'
import { wordsIn } from '../words.ts'
import { readOdds } from '#contract/settlement/odds.ts'
import { soldPart } from '../sold-part.ts'
import type { BetRequest, PickRequest, PlayerSession, WireEvent } from '../wire.ts'
import type { Bet } from './bet.ts'
import { type Bets, createBets } from './bets.ts'
import { type Book, createBook, isOver } from './book.ts'
import { fairValueOf, payoutOf } from './slip.ts'
import type { Answer, Wallet, WalletCall } from './wallet.ts'

const schemas = {
  place: Place,
  accept: Accept,
  decline: Decline,
  settle: Settle,
  unsettle: Unsettle,
  'cash-out': CashOut,
  void: Void,
}
const player: PlayerSession = {
  playerId: crypto.randomUUID(),
  currency: 'EUR',
  balance: 100_000,
  freeBets: [],
  expiresAt: Infinity,
}
const start = Date.UTC(2026, 4, 1, 12, 0, 0)

/** A wallet that responds like the operator's: it validates every call, and a repeated call has no second effect. */
function walletOf(balance: number) {
  const seen = new Map<string, WalletCall>()
  const paid = new Map<string, number>()
  const state = { balance, losing: 0, refusing: null as string | null, calls: [] as string[] }
  const wallet: Wallet = {
    authenticate: async () => ({ is: 'refused', name: 'tokenInvalid', message: '' }),
    async send(call): Promise<Answer<never>> {
      schemas[call.call as keyof typeof schemas].parse(call)
      state.calls.push(call.call)
      if (state.refusing) return { is: 'refused', name: state.refusing, message: 'refused' }
      const { requestId, betId, stake, payout } = call as WalletCall & Record<'requestId' | 'betId', string>
      if (!seen.has(requestId)) {
        seen.set(requestId, call)
        if (call.call === 'place') paid.set(betId, -Number(stake))
        if (call.call === 'place') state.balance -= Number(stake)
        if (call.call === 'decline')
          state.balance += (seen.get(`${betId}:place`) as { stake?: number } | undefined)?.stake ?? 0
        if (payout !== undefined) {
          const before = paid.get(`${betId} payout`) ?? 0
          state.balance += Number(payout) - before
          paid.set(`${betId} payout`, Number(payout))
        }
      } else expect(seen.get(requestId)).toEqual(call)
      if (state.losing > 0) {
        state.losing -= 1
        return { is: 'lost' }
      }
      const value = { betId, status: 'accepted', isApplied: true, openStake: 0, payout: 0, debt: 0, currency: 'EUR' }
      return { is: 'accepted', value: { ...value, balance: state.balance } as never }
    },
  }
  return { wallet, state }
}

let now = start
let book: Book
let bets: Bets
let account: ReturnType<typeof walletOf>
let faults: typeof noSportsbookFaults
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bets-'))

function open(journalPath: string | null = null) {
  const calendar = createCalendar('trading test')
  book = createBook({ calendar, matchOf: createMatches('trading test'), now: () => now, horizonMs: 24 * 60_000 })
  faults = { ...noSportsbookFaults }
  bets = createBets({
    book,
    wallet: account.wallet,
    faults,
    now: () => now,
    realNow: () => now,
    words: () => wordsIn({}, 'en'),
    journalPath,
    liveDelayMs: 5_000,
    retryDelaysMs: [1],
  })
  book.refresh()
}

beforeEach(() => {
  now = start
  account = walletOf(100_000)
  open()
})
afterEach(() => bets.stop())

function tick(ms: number) {
  now += ms
  book.refresh()
  bets.tick()
}

const found = (matches: (event: WireEvent) => boolean) => book.list().find(matches)!
const upcoming = (sport = 'football') =>
  found((event) => event.sport === sport && event.board.phase === 'upcoming' && event.startsAt > now + 60_000)

function pickOf(event: WireEvent, market?: string, outcome?: string): PickRequest {
  const whole = book.event(event.id)!
  const chosen = whole.markets.find(({ id }) => id === market) ?? whole.markets[0]!
  const code = outcome ?? Object.keys(chosen.odds).find((each) => chosen.odds[each])!
  return { eventId: event.id, market: chosen.id, outcome: code, odds: chosen.odds[code]!, version: chosen.version }
}

let count = 0
const request = (picks: PickRequest[], more: Partial<BetRequest> = {}): BetRequest => ({
  requestId: `request-${++count}`,
  kind: picks.length === 1 ? 'single' : 'accumulator',
  systemSizes: [],
  picks,
  stake: 1_000,
  policy: 'never',
  ...more,
})
const place = (picks: PickRequest[], more: Partial<BetRequest> = {}) =>
  bets.place(player, 'token', 'en', request(picks, more))

/** Advances the clock until the bet is decided. */
async function playOut(bet: Bet) {
  for (let step = 0; step < 300 && (bet.state === 'accepted' || bet.state === 'held'); step++) {
    tick(20_000)
    await bets.flush()
  }
  await bets.flush()
}

/** Advances to the next moment at which a live football match accepts bets, long before an incident. */
function liveFootball(): WireEvent {
  for (let step = 0; step < 400; step++) {
    const live = found(({ id, sport, board }) => {
      const market = book.event(id)?.markets[0]
      return sport === 'football' && board.phase === 'live' && market?.state === 'open' && board.period === 'half1'
    })
    if (live) return live
    tick(5_000)
  }
  throw new Error('no football is in play')
}

test('a bet before the match is accepted immediately, at the displayed odds', async () => {
  const bet = (await place([pickOf(upcoming())])) as Bet
  expect(bet).toMatchObject({ state: 'accepted', stake: 1_000 })
  expect(account.state).toMatchObject({ calls: ['place', 'accept'], balance: 99_000 })
})

test('every decided bet pays by the exact rules, and the wallet has the same balance', async () => {
  const events = book
    .list()
    .filter(({ board }) => board.phase === 'upcoming')
    .slice(0, 12)
  const placed: Bet[] = []
  for (const [index, event] of events.entries())
    placed.push((await place([pickOf(event)], { stake: 500 + index })) as Bet)
  const legs = events.slice(0, 4).map((event) => pickOf(event))
  placed.push((await place(legs.slice(0, 3))) as Bet)
  placed.push((await place(legs, { kind: 'system', systemSizes: [2, 3], stake: 1_000 })) as Bet)
  for (const bet of placed) await playOut(bet)
  expect(placed.map(({ state }) => state)).toEqual(placed.map(() => 'settled'))
  for (const bet of placed) expect(bet.payout).toBe(payoutOf(bet, bet.stake, bet.highestPayout))
  const net = placed.reduce((sum, { payout, stake }) => sum + payout - stake, 0)
  expect(account.state.balance).toBe(100_000 + net)
})

test('a repeated request is the same bet; another content under its id is refused', async () => {
  const wanted = request([pickOf(upcoming())])
  const first = await bets.place(player, 'token', 'en', wanted)
  expect(await bets.place(player, 'token', 'en', wanted)).toBe(first)
  expect(await bets.place(player, 'token', 'en', { ...wanted, stake: 2_000 })).toEqual({ error: 'requestConflict' })
  expect(account.state.balance).toBe(99_000)
})

// Shows: attack 194
test('outdated odds are refused with the current ones, unless the policy accepts the change', async () => {
  const pick = pickOf(upcoming())
  const better = { ...pick, odds: '90.00' }
  expect(await place([better])).toMatchObject({ error: 'oddsChanged', picks: [{ odds: pick.odds }] })
  expect(await place([better], { policy: 'higher' })).toMatchObject({ error: 'oddsChanged' })
  expect(await place([better], { policy: 'any' })).toMatchObject({ legs: [{ odds: pick.odds }] })
  expect(await place([{ ...pick, odds: '1.01' }], { policy: 'higher' })).toMatchObject({ legs: [{ odds: pick.odds }] })
  expect(account.state.balance).toBe(98_000)
})

test('a stake above the limit is refused with the maximum stake, which open bets lower', async () => {
  const pick = pickOf(upcoming())
  const refused = await place([pick], { stake: 90_000_000 })
  expect(refused).toMatchObject({ error: 'stakeTooHigh' })
  const { maxStake } = refused as { maxStake: number }
  expect(await place([pick], { stake: maxStake })).toMatchObject({ stake: maxStake })
  expect(await place([pick], { stake: maxStake })).toMatchObject({ error: 'notTaken' })
})

test('a multi with two selections of one match, an unknown selection and an invalid slip are refused', async () => {
  const event = upcoming()
  const pick = pickOf(event)
  expect(await place([pick, pickOf(event, 'bothScore')])).toEqual({ error: 'relatedSelections' })
  expect(await place([{ ...pick, market: 'total:99.1' }])).toEqual({ error: 'unknownSelection' })
  expect(await place([{ ...pick, eventId: 'football-x' }])).toEqual({ error: 'unknownSelection' })
  expect(await place([pick], { kind: 'accumulator' })).toEqual({ error: 'invalidSlip' })
  expect(await place([pick], { stake: 1 })).toMatchObject({ error: 'stakeTooLow', minStake: 10 })
  expect(account.state.calls).toEqual([])
})

// Shows: attack 194
test('a live bet is delayed, and declined with its stake returned if there is an incident meanwhile', async () => {
  const event = liveFootball()
  const held = (await place([pickOf(event)], { policy: 'any' })) as Bet
  expect(held.state).toBe('held')
  bets.tick()
  expect(held.state).toBe('held')
  const score = JSON.stringify(book.event(event.id)!.board.goals)
  for (let step = 0; step < 300 && JSON.stringify(book.event(event.id)!.board.goals) === score; step++) {
    now += 1_000
    book.refresh()
    if (isOver(book.event(event.id)!.board)) return
  }
  bets.tick()
  await bets.flush()
  expect(held).toMatchObject({ state: 'declined' })
  expect(['marketSuspended', 'marketChanged']).toContain(held.reason)
  expect(account.state.balance).toBe(100_000)
})

test('a live bet is accepted after its delay if nothing has changed', async () => {
  const held = (await place([pickOf(liveFootball())], { policy: 'any' })) as Bet
  tick(4_000)
  expect(held.state).toBe('held')
  tick(1_500)
  await bets.flush()
  expect(['accepted', 'declined']).toContain(held.state)
  if (held.reason === null) expect(held.state).toBe('accepted')
})

// Shows: attack 194
test('nothing is accepted just after a goal, or once a selection is decided', async () => {
  const event = liveFootball()
  for (let step = 0; step < 700 && book.event(event.id)!.board.goals.length === 0; step++) tick(1_000)
  const whole = book.event(event.id)!
  expect(whole.board.goals).toHaveLength(1)
  expect(whole.markets.every(({ state }) => state === 'suspended')).toBe(true)
  expect(await place([pickOf(event)])).toMatchObject({ error: 'marketSuspended' })
  const decided = { eventId: event.id, market: 'total:0.5', outcome: 'over', odds: '1.50', version: 1 }
  expect(await place([decided])).toMatchObject({ error: 'marketClosed' })
  expect(account.state.calls).toEqual([])
})

test('a stake is returned by a decline if the response to its call was lost', async () => {
  account.state.losing = 1
  expect(await place([pickOf(upcoming())])).toEqual({ error: 'walletUnavailable' })
  await bets.flush()
  expect(account.state).toMatchObject({ calls: ['place', 'decline'], balance: 100_000 })
})

test('a bet that the wallet refuses is refused with its reason and not stored', async () => {
  account.state.refusing = 'notEnoughFunds'
  expect(await place([pickOf(upcoming())])).toMatchObject({ error: 'notEnoughFunds' })
  expect(bets.ofPlayer(player.playerId)).toEqual([])
})

test('a restart between place and accept returns the stake; one after a decision sends it again', async () => {
  const path = join(folder, 'bets.jsonl')
  open(path)
  const bet = (await place([pickOf(upcoming())])) as Bet
  account.state.losing = 3
  const second = bets.place(player, 'token', 'en', request([pickOf(upcoming('tennis'))]))
  await second
  await bets.flush()
  bets.stop()
  open(path)
  expect(bets.find(bet.id)).toMatchObject({ state: 'accepted' })
  await bets.flush()
  expect(account.state.balance).toBe(99_000)
  rmSync(folder, { recursive: true, force: true })
})

longTest(
  'a bet is cashed out automatically once its price reaches the amount, never below it, until this is ended',
  async () => {
    const { id, startsAt } = upcoming()
    const outcomes = ['home', 'draw', 'away']
    const placed = await Promise.all(
      outcomes.map(async (outcome) => {
        const picks = [pickOf(book.event(id)!, 'result', outcome)]
        const [sold, ended, halved] = [await place(picks), await place(picks), await place(picks)] as Bet[]
        const highest = Math.floor(sold!.highestPayout * 0.96)
        return { sold: sold!, ended: ended!, halved: halved!, highest, amount: Math.min(1_200, highest) }
      }),
    )
    for (const { sold, ended, halved, highest, amount } of placed) {
      const lowest = bets.wire(sold).cashOut!.amount + 1
      for (const outside of [lowest - 1, highest + 1])
        expect(bets.setAutoCashOut(player, sold.id, outside)).toEqual({ error: 'amountOutOfRange', lowest, highest })
      for (const bet of [sold, ended, halved]) expect(bets.setAutoCashOut(player, bet.id, amount)).toBe(bet)
      expect(bets.wire(sold).autoCashOut).toBe(amount)
      bets.setAutoCashOut(player, ended.id, null)
      await bets.cashOut(player, halved.id, bets.wire(halved).cashOut!.id, 0.5)
      expect(bets.wire(halved).autoCashOut).toBeNull()
    }
    const stranger = { ...player, playerId: crypto.randomUUID() }
    expect(bets.setAutoCashOut(stranger, placed[0]!.sold.id, 1_200)).toEqual({ error: 'betNotFound' })
    now = startsAt
    for (let second = 0; second < 810; second += 3) tick(3_000)
    await bets.flush()
    const states = placed.map(({ sold }) => sold.state)
    expect(states).toContain('cashedOut')
    for (const { sold, ended, halved, amount } of placed) {
      if (sold.state === 'cashedOut') expect(sold.payout).toBeGreaterThanOrEqual(amount)
      expect([ended.state, halved.state]).toEqual(['settled', 'settled'])
      expect(bets.setAutoCashOut(player, sold.id, amount)).toEqual({ error: 'betNotOpen' })
    }
  },
)

// Shows: attack 198
test('a cash-out pays the displayed price, at most the fair value, and a partial one leaves the rest open', async () => {
  const bet = (await place([pickOf(upcoming())], { stake: 10_000 })) as Bet
  const shown = bets.wire(bet).cashOut!
  const quote = book.quote(bet.legs[0]!.eventId, bet.legs[0]!.market, bet.legs[0]!.outcome)!
  expect(shown.amount).toBe(Math.floor(fairValueOf(bet, 10_000, [quote.outcome]) * 0.96))
  expect(shown.amount).toBeLessThan(10_000)
  expect(await bets.cashOut(player, bet.id, 'forged', 1)).toMatchObject({ error: 'priceChanged', quote: shown })
  const stranger = { ...player, playerId: crypto.randomUUID() }
  expect(await bets.cashOut(stranger, bet.id, shown.id, 1)).toEqual({ error: 'betNotFound' })
  await bets.cashOut(player, bet.id, shown.id, 0.5)
  expect(bet).toMatchObject({ state: 'accepted', openStake: 5_000, payout: Math.floor(shown.amount / 2) })
  expect(await bets.cashOut(player, bet.id, shown.id, 1)).toMatchObject({ error: 'priceChanged' })
  const rest = bets.wire(bet).cashOut!
  await bets.cashOut(player, bet.id, rest.id, 1)
  expect(bet).toMatchObject({ state: 'cashedOut', openStake: 0 })
  expect(await bets.cashOut(player, bet.id, rest.id, 1)).toEqual({ error: 'betNotOpen' })
  expect(account.state.balance).toBe(90_000 + bet.payout)
})

// Shows: attack 198
test('a price that is too old, or from before an incident, is not paid', async () => {
  const bet = (await place([pickOf(upcoming())], { stake: 10_000 })) as Bet
  const shown = bets.wire(bet).cashOut!
  now += 10_000
  expect(await bets.cashOut(player, bet.id, shown.id, 1)).toMatchObject({ error: 'priceChanged' })

  // In tennis, trading resumes so soon after a game that the earlier price is not too old.
  const match = upcoming('tennis')
  const long = (await place([pickOf(match)], { stake: 10_000 })) as Bet
  const [leg] = long.legs
  const incidents = () => book.chances(match.id, leg!.market, leg!.outcome)!.incidents
  tick(match.startsAt - now + 1_000)
  for (let step = 0; step < 300; step++) {
    const [before, price, at] = [incidents(), bets.wire(long).cashOut, now]
    tick(500)
    if (!price || incidents() === before) continue
    expect(await bets.cashOut(player, long.id, price.id, 1)).toEqual({ error: 'cashOutSuspended' })
    while (!bets.wire(long).cashOut && now - at < 4_000) tick(500)
    expect(now - at).toBeLessThan(4_000)
    const refused = await bets.cashOut(player, long.id, price.id, 1)
    expect(refused).toMatchObject({ error: 'priceChanged', quote: bets.wire(long).cashOut })
    expect(long).toMatchObject({ state: 'accepted', openStake: 10_000, payout: 0 })
    return
  }
  throw new Error('no game was won while there was a price')
})

test.each(['tennis', 'basketball'] as const)(
  'a cash-out price that a point in %s has lowered is refused; one that has risen is paid as displayed',
  async (sport) => {
    const match = upcoming(sport)
    const bet = (await place([pickOf(match)], { stake: 10_000 })) as Bet
    tick(match.startsAt - now + 5_000)
    const seen = { fallen: 0, risen: 0 }
    for (let step = 0; step < 400 && (seen.fallen === 0 || seen.risen === 0); step++) {
      const price = bets.wire(bet).cashOut
      tick(400)
      const current = bets.wire(bet).cashOut
      if (!price || !current || price.amount === current.amount) continue
      const [open, paid] = [bet.openStake, bet.cashedOut]
      const answer = await bets.cashOut(player, bet.id, price.id, 0.1)
      if (current.amount < price.amount) {
        expect(answer).toEqual({ error: 'priceChanged', quote: current })
        expect(bet).toMatchObject({ openStake: open, cashedOut: paid })
        seen.fallen++
      } else if (answer === bet) {
        expect(bet.cashedOut - paid).toBe(soldPart(0.1, open, price.amount)!.amount)
        seen.risen++
      }
    }
    expect(seen).not.toMatchObject({ fallen: 0 })
    expect(seen).not.toMatchObject({ risen: 0 })
  },
)

test('a football cash-out price falls every second, and the displayed one is still paid a moment later', async () => {
  const match = upcoming()
  const bet = (await place([pickOf(match, 'bothScore', 'yes')], { stake: 10_000 })) as Bet
  tick(match.startsAt - now + 5_000)
  let fallen = 0
  for (let step = 0; step < 40 && fallen < 3; step++) {
    const price = bets.wire(bet).cashOut
    tick(1_000)
    const current = bets.wire(bet).cashOut
    if (!price || !current || current.amount >= price.amount) continue
    const [open, paid] = [bet.openStake, bet.cashedOut]
    expect(await bets.cashOut(player, bet.id, price.id, 0.1)).toBe(bet)
    expect(bet.cashedOut - paid).toBe(soldPart(0.1, open, price.amount)!.amount)
    const { outcome } = book.chances(match.id, 'bothScore', 'yes')!
    expect(price.amount).toBeLessThanOrEqual(fairValueOf(bet, open, [outcome]) * 0.96)
    fallen++
  }
  expect(fallen).toBe(3)
})

test('a partial cash-out pays what the client shows, for any division of the stake', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_000_000_000_000 }),
      fc.integer({ min: 1, max: 9_000_000_000_000 }),
      fc.constantFrom(0.25, 0.5, 0.75, 1),
      (open, price, part) => {
        const sold = soldPart(part, open, price)
        const [stake, amount] = [sold?.stake ?? 0, sold?.amount ?? 0]
        expect(stake).toBeLessThanOrEqual(open * part)
        expect(BigInt(amount) * BigInt(open) <= BigInt(price) * BigInt(stake)).toBe(true)
        if (part === 1) expect(sold).toEqual({ stake: open, amount: price })
      },
    ),
  )
})

// Shows: attack 199
test('a cash-out whose response was lost is sent again and paid once; a second press sells nothing more', async () => {
  const bet = (await place([pickOf(upcoming())], { stake: 10_000 })) as Bet
  const shown = bets.wire(bet).cashOut!
  account.state.losing = 2
  await Promise.all([1, 2, 3].map(() => bets.cashOut(player, bet.id, shown.id, 0.5)))
  await bets.flush()
  expect(bet).toMatchObject({ state: 'accepted', openStake: 5_000, payout: Math.floor(shown.amount / 2) })
  expect(account.state.balance).toBe(90_000 + bet.payout)
  expect(account.state.calls.filter((call) => call === 'cash-out').length).toBeGreaterThan(1)
})

test('a wrong settlement is reopened and corrected, a settled bet can be voided, and the wallet has the same payouts', async () => {
  faults.resettlements = 1
  const corrected = (await place([pickOf(upcoming())])) as Bet
  await playOut(corrected)
  tick(4_000)
  await bets.flush()
  expect(corrected.payout).toBe(payoutOf(corrected, 1_000, corrected.highestPayout))
  expect(account.state.calls.slice(-3)).toEqual(['settle', 'unsettle', 'settle'])
  expect(account.state.balance).toBe(99_000 + corrected.payout)
  faults.voids = 1
  const voided = (await place([pickOf(upcoming())])) as Bet
  await playOut(voided)
  tick(4_000)
  await bets.flush()
  expect(voided).toMatchObject({ state: 'voided', payout: 1_000 })
  expect(account.state.balance).toBe(99_000 + corrected.payout)
})

test('a free bet is staked once, at its stake and odds; it pays without its stake, and is not cashed out', async () => {
  const id = crypto.randomUUID()
  const free = {
    id,
    name: 'Free bet',
    amount: 1_000,
    minOdds: '1.20',
    expiresAt: new Date(now + 86_400_000).toISOString(),
  }
  const session = { ...player, playerId: crypto.randomUUID(), freeBets: [free] }
  const pick = pickOf(upcoming())
  const stake = (more: Partial<BetRequest> = {}) =>
    bets.place(session, 'token', 'en', request([pick], { freeBetId: id, ...more }))
  expect(await stake({ stake: 900 })).toEqual({ error: 'freeBetNotAccepted' })
  expect(await stake({ freeBetId: crypto.randomUUID() })).toEqual({ error: 'freeBetNotAccepted' })
  const bet = (await stake()) as Bet
  const whole = Math.floor((1_000 * Number(readOdds(pick.odds))) / 1_000)
  expect(bet).toMatchObject({ state: 'accepted', freeBetId: id, highestPayout: whole - 1_000 })
  expect(bets.wire(bet)).toMatchObject({ isFree: true, cashOut: null })
  expect(bets.freeBetsOf(session)).toEqual([])
  expect(await stake()).toEqual({ error: 'freeBetNotAccepted' })
  await playOut(bet)
  expect(bet.payout).toBe(Math.max(0, payoutOf(bet, 1_000, whole)! - 1_000))
  bets.void(bet.id, 'voided by hand')
  await bets.flush()
  expect([bet.payout, bets.freeBetsOf(session)]).toEqual([0, [free]])
})

const builderOf = (event: WireEvent, parts: Part[]): PickRequest => {
  const outcome = builderCode(parts)
  const { odds, version } = book.quote(event.id, builderMarket, outcome)!
  return { eventId: event.id, market: builderMarket, outcome, odds: odds ?? '1.50', version }
}
const part = (market: string, outcome: string): Part => ({ market, outcome })
const goalsAndBoth = [part('result', 'home'), part('bothScore', 'yes'), part('total:2.5', 'over')]

test('combined selections of one match have one price and version, in any order, and a cash-out within its limits', async () => {
  const event = upcoming()
  const pick = builderOf(event, goalsAndBoth)
  expect(builderOf(event, goalsAndBoth.toReversed())).toEqual(pick)
  for (const { market, outcome } of goalsAndBoth)
    expect(Number(pick.odds)).toBeGreaterThanOrEqual(Number(pickOf(event, market, outcome).odds))
  const bet = (await place([pick])) as Bet
  expect(bet).toMatchObject({ state: 'accepted', kind: 'single', legs: [{ type: builderMarket, odds: pick.odds }] })
  expect(bets.wire(bet).legs[0]!.parts!.map(({ market }) => market)).toEqual(['bothScore', 'result', 'total:2.5'])
  const shown = bets.wire(bet).cashOut!
  const { outcome } = book.quote(event.id, builderMarket, pick.outcome)!
  expect(shown.amount).toBe(Math.floor(fairValueOf(bet, 1_000, [outcome]) * 0.96))
})

function resultAt({ home, away }: { home: number; away: number }, market: string, outcome: string) {
  const wins: Record<string, boolean> = {
    'result:home': home > away,
    'result:away': home < away,
    'bothScore:yes': home > 0 && away > 0,
    'oddEven:odd': (home + away) % 2 === 1,
    'oddEven:even': (home + away) % 2 === 0,
    'drawNoBet:home': home > away,
    'total:2.5:over': home + away > 2.5,
  }
  return market === 'drawNoBet' && home === away ? 'void' : wins[`${market}:${outcome}`] ? 'won' : 'lost'
}

test('a combination is won if all parts are won, lost if one is lost, otherwise void; it pays at its price', async () => {
  const events = book
    .list()
    .filter(({ sport, board }) => sport === 'football' && board.phase === 'upcoming')
    .slice(0, 12)
  const placed: Bet[] = []
  for (const event of events)
    for (const parts of [
      goalsAndBoth,
      [part('drawNoBet', 'home'), part('oddEven', 'even')],
      [part('result', 'away'), part('oddEven', 'odd')],
    ]) {
      const bet = await place([builderOf(event, parts)])
      if (!('error' in bet)) placed.push(bet)
    }
  expect(placed.length).toBeGreaterThan(20)
  const ends = new Set<string>()
  for (const bet of placed) {
    await playOut(bet)
    const [leg] = bet.legs
    const fixture = createCalendar('trading test').find(leg!.eventId)!
    const { score, phase } = createMatches('trading test')(fixture).at(now).board
    const results = leg!.parts!.map(({ market, outcome, result }) =>
      phase === 'abandoned' ? result : resultAt(score, market, outcome),
    )
    const result = results.includes('lost') ? 'lost' : results.includes('void') ? 'void' : 'won'
    ends.add(result)
    expect(leg!.result).toBe(result)
    const full = Math.floor((1_000 * Number(readOdds(leg!.odds))) / 1_000)
    expect(bet.payout).toBe(result === 'won' ? full : result === 'void' ? 1_000 : 0)
  }
  expect(ends).toEqual(new Set(['won', 'lost', 'void']))
})

test('combinations of several matches are multiplied: price, share of the house, cash-out and payout', async () => {
  const [first, second, third] = book
    .list()
    .filter(({ sport, board }) => sport === 'football' && board.phase === 'upcoming')
    .map(({ id }) => book.event(id)!) as [WireEvent, WireEvent, WireEvent]
  const placed: Bet[] = []
  for (const parts of [goalsAndBoth.slice(1), [part('result', 'home'), part('oddEven', 'odd')]])
    for (const second_ of [second, third]) {
      const picks = [builderOf(first, parts), builderOf(second_, goalsAndBoth.slice(1)), pickOf(upcoming('tennis'))]
      const shares = picks.map((pick) => {
        const limits = bets.limits(player, { kind: 'single', systemSizes: [], picks: [pick] })
        return (limits as { keptShare: number }).keptShare
      })
      const together = bets.limits(player, { kind: 'accumulator', systemSizes: [], picks }) as { keptShare: number }
      expect(together.keptShare).toBeCloseTo(1 - shares.reduce((kept, share) => kept * (1 - share), 1), 5)
      const bet = (await place(picks, { stake: 200 })) as Bet
      expect(bet).toMatchObject({ state: 'accepted', kind: 'accumulator' })
      const outcomes = bet.legs.map((leg) => book.chances(leg.eventId, leg.market, leg.outcome)!.outcome)
      expect(bets.wire(bet).cashOut!.amount).toBe(Math.floor(fairValueOf(bet, 200, outcomes) * 0.96))
      placed.push(bet)
    }
  for (const bet of placed) {
    await playOut(bet)
    expect(bet.state).toBe('settled')
    const [one, other, single] = bet.legs
    for (const leg of [one!, other!]) {
      const results = leg.parts!.map(({ result }) => result)
      // A bet ends with its first lost selection, whatever the others become.
      if (leg.result !== null)
        expect(leg.result).toBe(results.includes('lost') ? 'lost' : results.includes('void') ? 'void' : 'won')
    }
    const isWon = [one, other, single].every((leg) => leg!.result === 'won')
    const product = bet.legs.reduce((all, { odds }) => all * readOdds(odds), 1n)
    const full = Number((200n * product) / 1_000n ** 3n)
    const isVoid = bet.legs.some(({ result }) => result === 'void')
    if (bet.legs.some(({ result }) => result === 'lost')) expect(bet.payout).toBe(0)
    else if (!isVoid) expect(bet.payout).toBe(isWon ? Math.min(full, 5_000_000) : 0)
  }
})

// Shows: attack 195
test('a combination is refused in a system, beside another selection of its match, at another price, or with a decided, suspended or unsuitable part', async () => {
  const event = upcoming()
  const pick = builderOf(event, goalsAndBoth)
  const others = [pickOf(upcoming('tennis')), pickOf(upcoming('basketball'))]
  expect(await place([pick, ...others], { kind: 'system', systemSizes: [2] })).toEqual({ error: 'invalidSlip' })
  expect(await place([pick, pickOf(event)])).toEqual({ error: 'relatedSelections' })
  expect(await place([{ ...pick, odds: '90.00' }])).toMatchObject({
    error: 'oddsChanged',
    picks: [{ odds: pick.odds }],
  })
  const unknown = (outcome: string, of = event) => place([{ ...pick, eventId: of.id, outcome }])
  for (const outcome of [
    'result:home',
    'total:2.5:over_result:home',
    'result:draw_result:home',
    'result:home_total:2.25:over',
    'halfResult:home_result:home',
    'nextGoal:1:home_result:home',
    'result:home_result:home',
  ])
    expect(await unknown(outcome), outcome).toEqual({ error: 'unknownSelection' })
  expect(await unknown('totalSets:2.5:over_winner:home', upcoming('tennis'))).toEqual({ error: 'unknownSelection' })
  // No score satisfies both.
  const impossible = builderCode([part('result', 'draw'), part('oddEven', 'odd')])
  expect(await unknown(impossible)).toMatchObject({ error: 'marketClosed' })

  const live = liveFootball()
  for (let step = 0; step < 700 && book.event(live.id)!.board.goals.length === 0; step++) tick(1_000)
  expect(await unknown(builderCode([part('result', 'home'), part('oddEven', 'odd')]), live)).toMatchObject({
    error: 'marketSuspended',
  })
  expect(await unknown(builderCode([part('result', 'home'), part('total:0.5', 'over')]), live)).toMatchObject({
    error: 'marketClosed',
  })
  expect(account.state.calls).toEqual([])
})
