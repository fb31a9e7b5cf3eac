/**
 * How many live bets are accepted, measured over simulated bets at random moments of many matches: `npm run test:sports`
 * places at least 1,000.
 */
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { createCalendar } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { noSportsbookFaults } from '../faults.ts'
import { fairProbability } from '../models/selection.ts'
import { keptShare, liveExtra, singleMargin } from '../pricing/margin.ts'
import { randomFrom } from '../random.ts'
import type { Board, PlayerSession, Sport } from '../wire.ts'
import { wordsIn } from '../words.ts'
import type { Bet } from './bet.ts'
import { createBets } from './bets.ts'
import { createBook } from './book.ts'
import type { Answer, Wallet } from './wallet.ts'

const betCount = Math.max(300, Math.min(1_000, Number(process.env.SLIPS ?? 0)))
const delayMs = 2_000
const tickMs = 500

const player: PlayerSession = {
  playerId: crypto.randomUUID(),
  currency: 'EUR',
  balance: 100_000,
  freeBets: [],
  expiresAt: Infinity,
}
const reply = { status: 'accepted', isApplied: true, openStake: 0, payout: 0, debt: 0, currency: 'EUR', balance: 1 }
const wallet: Wallet = {
  authenticate: async () => ({ is: 'refused', name: 'tokenInvalid', message: '' }),
  send: async (): Promise<Answer<never>> => ({ is: 'accepted', value: reply as never }),
}

let now = Date.UTC(2026, 4, 1, 12, 10)
const book = createBook({
  calendar: createCalendar('acceptance'),
  matchOf: createMatches('acceptance'),
  now: () => now,
  horizonMs: 60_000,
})
const bets = createBets({
  book,
  wallet,
  faults: { ...noSportsbookFaults },
  now: () => now,
  realNow: () => now,
  words: () => wordsIn({}, 'en'),
  journalPath: null,
  liveDelayMs: delayMs,
  retryDelaysMs: [1],
})
afterAll(() => bets.stop())

const playOf = ({ score, points, parts, period, phase }: Board) => JSON.stringify([score, points, parts, period, phase])

longTest(
  'nine of ten live bets at a quiet moment are accepted within three seconds, and each leaves a quarter of the margin',
  async () => {
    const random = randomFrom('live bets')
    const quiet: Record<Sport, { taken: number; all: number }> = {
      football: { taken: 0, all: 0 },
      tennis: { taken: 0, all: 0 },
      basketball: { taken: 0, all: 0 },
    }
    let placedCount = 0
    while (placedCount < betCount) {
      now += 20_000 + Math.floor(random() * 20_000)
      book.refresh()
      const live = book.list().filter(({ board, markets }) => board.phase === 'live' && markets[0]?.state === 'open')
      const placed: Array<{ bet: Bet; event: string; sport: Sport; play: string }> = []
      for (const { id, sport, board } of live.toSorted(() => random() - 0.5).slice(0, 8)) {
        const markets = book.event(id)!.markets.filter(({ state }) => state === 'open')
        const market = markets[Math.floor(random() * markets.length)]
        const priced = Object.entries(market?.odds ?? {}).filter(([, odds]) => odds !== null)
        const [outcome, odds] = priced[Math.floor(random() * priced.length)] ?? []
        if (!market || !outcome || !odds) continue
        const bet = await bets.place(player, 'token', 'en', {
          requestId: `bet-${++placedCount}`,
          kind: 'single',
          systemSizes: [],
          picks: [{ eventId: id, market: market.id, outcome, odds, version: market.version }],
          stake: 100,
          policy: 'higher',
        })
        if (!('error' in bet)) placed.push({ bet, event: id, sport, play: playOf(board) })
      }
      const placedAt = now
      const isQuiet = new Map(placed.map(({ event }) => [event, true]))
      while (placed.some(({ bet }) => bet.state === 'held')) {
        now += tickMs
        book.refresh()
        for (const { event, play } of placed) if (playOf(book.event(event)!.board) !== play) isQuiet.set(event, false)
        bets.tick()
        await bets.flush()
        expect(now - placedAt).toBeLessThanOrEqual(3_000)
      }
      for (const { bet, event, sport } of placed) {
        const [leg] = bet.legs
        if (bet.state === 'accepted') {
          const chances = book.chances(event, leg!.market, leg!.outcome)!
          const least = 1 - (singleMargin + liveExtra) * keptShare
          expect(Number(leg!.odds) * fairProbability(chances.outcome)).toBeLessThanOrEqual(least + 1e-9)
          expect(Number(leg!.odds)).toBeGreaterThanOrEqual(Number(leg!.shownOdds))
        }
        if (!isQuiet.get(event)) continue
        quiet[sport].all += 1
        if (bet.state === 'accepted') quiet[sport].taken += 1
      }
    }
    for (const [sport, { taken, all }] of Object.entries(quiet)) {
      expect(all, sport).toBeGreaterThan(30)
      expect(taken / all, `${sport}: ${taken} of ${all}`).toBeGreaterThanOrEqual(0.9)
    }
  },
  120_000,
)
