/** Tests the sandbox's sportsbook with the operator's real wallet, over HTTP and with all faults enabled. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { sportsbookKeys } from '#server/partners/sportsbook/signed-http.ts'
import { type Bettor, sportsbookSecret, sportsSite, type SportsSite } from '#tests/setup/sportsbook.ts'
import { createCalendar } from '../calendar/fixtures.ts'
import { createMatches } from '../calendar/match.ts'
import { noSportsbookFaults } from '../faults.ts'
import { randomFrom } from '../random.ts'
import { sandboxSportsbookKeys } from '../keys.ts'
import type { BetRequest, PlayerSession } from '../wire.ts'
import { wordsIn } from '../words.ts'
import { type Bets, createBets } from './bets.ts'
import { createBook } from './book.ts'
import { createWallet } from './wallet.ts'
import { sandboxSportsbookSecret } from '#server/partners/sportsbook/from-settings.ts'

let site: SportsSite
let url: string
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-sportsbook-'))

beforeAll(async () => {
  site = await sportsSite()
  // Signatures use the machine's time.
  site.app.moveClock(Date.now() - site.deps.clock.now().getTime())
  url = `${await site.app.listen()}/api/partners/sportsbook/sportsbook`
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

test('both sides derive the same keys from the secret of the sandbox', () => {
  const { toSite, toSportsbook } = sportsbookKeys(sandboxSportsbookSecret('a secret'))
  expect(sandboxSportsbookKeys('a secret')).toEqual({ toSite, toSportsbook })
})

longTest(
  'after lost, repeated and reordered calls, a restart, declines, corrections and voids, both sides have the same bets and amounts',
  async () => {
    const random = randomFrom('storm of bets')
    let now = Date.UTC(2026, 4, 2, 12)
    const calendar = createCalendar('storm')
    const matchOf = createMatches('storm')
    const book = createBook({ calendar, matchOf, now: () => now, horizonMs: 20 * 60_000 })
    const faults = {
      ...noSportsbookFaults,
      copies: 2,
      lostAnswers: 15,
      isReordering: true,
      declines: 2,
      resettlements: 4,
      voids: 2,
    }
    const { toSite } = sportsbookKeys(sportsbookSecret)
    const wallet = createWallet({ url: () => url, key: toSite, faults })
    const open = (): Bets =>
      createBets({
        book,
        wallet,
        faults,
        now: () => now,
        realNow: () => now,
        words: () => wordsIn({}, 'en'),
        journalPath: join(folder, 'bets.jsonl'),
        liveDelayMs: 5_000,
        retryDelaysMs: [5],
      })
    let bets = open()
    book.refresh()

    const players: Array<{ player: Bettor; token: string; session: PlayerSession }> = []
    for (let count = 0; count < 4; count++) {
      const player = await site.player()
      const token = await site.start(player)
      players.push({
        player,
        token,
        session: { playerId: player.id, currency: 'EUR', balance: 0, freeBets: [], expiresAt: Infinity },
      })
    }

    /** A bet on one to three selections, before or during their matches. */
    function randomBet(number: number): BetRequest | null {
      const events = book.list().filter(({ markets }) => markets[0]?.state === 'open')
      const wanted = 1 + Math.floor(random() * 3)
      const chosen = events.toSorted(() => random() - 0.5).slice(0, wanted)
      const picks = chosen.flatMap(({ id, markets }) => {
        const [market] = markets
        const outcome = Object.keys(market!.odds).find((code) => market!.odds[code])
        return outcome
          ? [{ eventId: id, market: market!.id, outcome, odds: market!.odds[outcome]!, version: market!.version }]
          : []
      })
      if (picks.length === 0) return null
      const kind = picks.length === 1 ? 'single' : picks.length === 2 ? 'accumulator' : 'system'
      const stake = 100 + Math.floor(random() * 900)
      return {
        requestId: `r${number}`,
        kind,
        systemSizes: kind === 'system' ? [2, 3] : [],
        picks,
        stake,
        policy: 'any',
      }
    }

    for (let round = 0; round < 6; round++) {
      await Promise.all(
        players.map(async ({ token, session }, index) => {
          const request = randomBet(round * players.length + index)
          if (request) await bets.place(session, token, 'en', request)
        }),
      )
      now += 6_000
      book.refresh()
      bets.tick()
      if (round === 2) {
        // A call in transit gets no response when its process ends; the next process sends it again.
        bets.stop()
        await bets.flush()
        bets = open()
      }
      for (const { session } of players) {
        const [latest] = bets.ofPlayer(session.playerId).filter(({ state }) => state === 'accepted')
        const quote = latest && bets.wire(latest).cashOut
        if (quote && random() < 0.5) await bets.cashOut(session, latest.id, quote.id, random() < 0.5 ? 1 : 0.4)
      }
    }
    faults.isReordering = false
    for (let step = 0; step < 120; step++) {
      now += 30_000
      book.refresh()
      bets.tick()
      await bets.flush()
    }
    faults.lostAnswers = 0
    bets.tick()
    await bets.flush()
    bets.stop()

    const all = [...bets.all()]
    const states = new Set(all.map(({ state }) => state))
    for (const state of ['settled', 'declined', 'voided'] as const) expect(states).toContain(state)
    expect(states.has('held') || states.has('accepted')).toBe(false)
    for (const { player } of players) {
      const { data } = await site.bets(player)
      const theirs = all.filter(
        ({ playerId, isHeld, state }) => playerId === player.id && (isHeld || state !== 'declined'),
      )
      const net = theirs.reduce((sum, { state, payout, stake }) => sum + (state === 'declined' ? 0 : payout - stake), 0)
      expect(await site.cash(player)).toBe(10_000 + net)
      const facts = (list: Array<{ status: string; stake: number; payout: number }>) =>
        list
          .filter(({ status }) => status !== 'declined')
          .map(({ status, stake, payout }) => `${status} ${stake} ${payout}`)
          .sort()
      expect(facts(data)).toEqual(facts(theirs.map(({ state, stake, payout }) => ({ status: state, stake, payout }))))
    }
    expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([])
  },
)
