/**
 * Simulates players who choose the moment of their cash-out, with the real book, bets and matches. `npm run
 * test:sports` plays 100,000 matches of each sport.
 */
import { afterAll, expect, test } from 'vitest'
import { createCalendar, type Fixture } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { noSportsbookFaults } from '../faults.ts'
import type { CashOutQuote, PlayerSession, Refusal, Sport } from '../wire.ts'
import { wordsIn } from '../words.ts'
import type { Bet } from './bet.ts'
import { createBets } from './bets.ts'
import { createBook } from './book.ts'
import { cashOutMargin } from '../pricing/margin.ts'
import { fairValueOf, payoutOf } from './slip.ts'
import type { Answer, Wallet } from './wallet.ts'

const matches = Number(process.env.SPORTSBOOK_MATCHES ?? 40)
const timeoutMs = 60_000 + matches * 120
const stake = 10_000
/** The interval at which a point, a possession or some seconds of play change the price. */
const beatMs: Record<Sport, number> = { football: 3_000, tennis: 4_800, basketball: 3_300 }
/** The number of price changes that one player follows. */
const beats = 12

const wallet: Wallet = {
  authenticate: async () => ({ is: 'refused', name: 'tokenInvalid', message: '' }),
  send: async ({ betId }): Promise<Answer<never>> => ({
    is: 'accepted',
    value: { betId, status: 'accepted', isApplied: true, openStake: 0, payout: 0, balance: 0 } as never,
  }),
}
const player: PlayerSession = {
  playerId: crypto.randomUUID(),
  currency: 'EUR',
  balance: 1_000_000,
  freeBets: [],
  expiresAt: Infinity,
}

/** What a player sees at a press: the price before the last point, and the price since. */
type Prices = { before: CashOutQuote | null; after: CashOutQuote | null; beat: number; bet: Bet }
/** Returns the price at which the player sells and the part of the bet; null to wait. */
type Timing = (seen: Prices) => { quote: CashOutQuote; part: number } | null
const automatic = 'an automatic cash-out with a profit'
const fell = ({ before, after }: Prices) => before !== null && after !== null && after.amount < before.amount
const timings: Record<string, Timing> = {
  'the old price, once the point is lost': (seen) => (fell(seen) ? { quote: seen.before!, part: 1 } : null),
  'a quarter at the old price, whenever a point is lost': (seen) =>
    fell(seen) ? { quote: seen.before!, part: 0.25 } : null,
  'the old price, after some points': ({ before, beat }) => (beat > 5 && before ? { quote: before, part: 1 } : null),
  'the new price, once the point is won': ({ before, after }) =>
    before && after && after.amount > before.amount ? { quote: after, part: 1 } : null,
  'a profit': ({ after, bet }) => (after && after.amount > bet.openStake * 1.2 ? { quote: after, part: 1 } : null),
  [automatic]: () => null,
  'a loss that is stopped': ({ after, bet }) =>
    after && after.amount < bet.openStake * 0.7 ? { quote: after, part: 1 } : null,
}

type Sums = { sales: number; count: number; sum: number; squares: number }
const sums = new Map<string, Sums>()
/**
 * Adds, for a player, the difference between what the sales paid and what holding the sold parts would have paid, minus
 * the margin.
 */
function add(name: string, sales: number, difference: number): void {
  const all = sums.get(name) ?? { sales: 0, count: 0, sum: 0, squares: 0 }
  all.sales += sales
  all.count++
  all.sum += difference
  all.squares += difference ** 2
  sums.set(name, all)
}

/**
 * The number of standard errors by which sales were worth more than holding; above 4, the difference is significant.
 */
function sigmas({ count, sum, squares }: Sums): number {
  const mean = sum / count
  return mean / Math.sqrt((squares - count * mean ** 2) / (count - 1) / count)
}

async function playMatch(fixture: Fixture, calendar: ReturnType<typeof createCalendar>, matchOf: MatchOf) {
  let now = fixture.startsAt - 1_000
  const book = createBook({
    calendar: {
      ...calendar,
      between: (from, until) => calendar.between(from, until).filter(({ id }) => id === fixture.id),
    },
    matchOf,
    now: () => now,
    horizonMs: 2_000,
  })
  const bets = createBets({
    book,
    wallet,
    faults: noSportsbookFaults,
    now: () => now,
    realNow: () => now,
    words: () => wordsIn({}, 'en'),
    journalPath: null,
    liveDelayMs: 5_000,
    retryDelaysMs: [1],
  })
  book.refresh()
  const number = Number(fixture.id.split('-')[1])
  const [main] = book.list()[0]!.markets
  const outcomes = Object.keys(main!.odds).filter((code) => main!.odds[code])
  const followed: Array<{ name: string; sell: Timing; bet: Bet; before: CashOutQuote | null; sales: number }> = []
  for (const [index, [name, sell]] of Object.entries(timings).entries()) {
    const outcome = outcomes[(number + index) % outcomes.length]!
    const pick = { eventId: fixture.id, market: main!.id, outcome, odds: main!.odds[outcome]!, version: main!.version }
    const bet = await bets.place(player, 'token', 'en', {
      requestId: `${fixture.id} ${name}`,
      kind: 'single',
      systemSizes: [],
      picks: [pick],
      stake,
      policy: 'never',
    })
    expect(bet).toMatchObject({ state: 'accepted' })
    // A price that can never be reached is refused.
    if (name === automatic) bets.setAutoCashOut(player, (bet as Bet).id, stake * 1.2)
    followed.push({ name, sell, bet: bet as Bet, before: null, sales: 0 })
  }
  const first = (number * 7) % 60
  for (let beat = 0; beat < beats; beat++) {
    const point = fixture.startsAt + (first + beat) * beatMs[fixture.sport]
    now = point - 50
    for (const each of followed) each.before = bets.wire(each.bet).cashOut
    now = point + 50
    bets.tick()
    for (const each of followed) {
      const { bet, before } = each
      const choice = each.sell({ before, after: bets.wire(bet).cashOut, beat, bet })
      if (!choice || bet.state !== 'accepted') continue
      const { outcome } = book.chances(fixture.id, main!.id, bet.legs[0]!.outcome)!
      const fair = fairValueOf(bet, bet.openStake, [outcome])
      const open = bet.openStake
      const paidBefore = bet.cashedOut
      const answer: Bet | Refusal = await bets.cashOut(player, bet.id, choice.quote.id, choice.part)
      if ('error' in answer) continue
      each.sales++
      // The limit uses the state of the match at the sale, not that of an earlier price.
      const share = (open - bet.openStake) / open
      expect(bet.cashedOut - paidBefore).toBeLessThanOrEqual(share * fair * (1 - cashOutMargin) + 1e-6)
    }
  }
  now = fixture.startsAt + 60 * 60_000
  for (const { name, bet, sales: byHand } of followed) {
    const sales = name === automatic && bet.state === 'cashedOut' ? 1 : byHand
    const sold = stake - bet.openStake
    const [leg] = bet.legs
    const { result } = book.chances(fixture.id, main!.id, leg!.outcome)!.outcome
    const held = sold === 0 ? 0 : payoutOf({ ...bet, legs: [{ ...leg!, result }] }, sold, Number.MAX_SAFE_INTEGER)!
    add(`${fixture.sport}: ${name}`, sales, bet.cashedOut - held * (1 - cashOutMargin))
  }
  bets.stop()
}
type MatchOf = ReturnType<typeof createMatches>

// Shows: attack 198
test.each(['football', 'tennis', 'basketball'] as const)(
  'no timing of cash-outs in %s is worth more than holding the bet, minus the margin',
  { timeout: timeoutMs },
  async (sport) => {
    const calendar = createCalendar('cash-out timing')
    const matchOf = createMatches('cash-out timing')
    for (let match = 0; match < matches; match++)
      await playMatch(calendar.find(`${sport}-${8_000_000 + match}`)!, calendar, matchOf)
    const ofSport = [...sums].filter(([name]) => name.startsWith(sport))
    expect(ofSport).toHaveLength(Object.keys(timings).length)
    expect(ofSport.reduce((all, [, { sales }]) => all + sales, 0)).toBeGreaterThan(matches)
    expect(sums.get(`${sport}: ${automatic}`)!.sales).toBeGreaterThan(0)
    expect(ofSport.map(([name, all]) => [name, sigmas(all)] as const).filter(([, sigma]) => sigma >= 4)).toEqual([])
  },
)

afterAll(() => sums.clear())
