/** The sandbox's sportsbook: combines calendar, book, bets and feed, and runs their clock. */
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createBackground } from './calendar/background.ts'
import { createCalendar, type Fixture } from './calendar/fixtures.ts'
import { createMatches } from './calendar/match.ts'
import { noSportsbookFaults, type SportsbookFaults } from './faults.ts'
import { createFeed, type Feed } from './feed.ts'
import { sandboxSportsbookKeys, type SportsbookKeys } from './keys.ts'
import { type Bets, createBets } from './trading/bets.ts'
import { type Book, createBook, isOver } from './trading/book.ts'
import { createWallet } from './trading/wallet.ts'
import type { Background, PlayerSession, WireEvent } from './wire.ts'
import { wordsIn, type Words } from './words.ts'

export type SportsbookOptions = {
  /** The address of the wallet's calls on the site. */
  walletUrl: () => string
  secret: string
  /** The file in which bets are stored; null stores none. */
  journalPath: string | null
  /** The delay before a bet on a live match is accepted. */
  liveDelayMs?: number
  retryDelaysMs?: number[]
  /** The clock of matches; bets and calls use the machine's time. */
  now?: () => number
  realNow?: () => number
  /** The interval of `tick`; with 0, it must be called explicitly. */
  tickMs?: number
}

export type Sportsbook = {
  book: Book
  bets: Bets
  faults: SportsbookFaults
  keys: SportsbookKeys
  now(): number
  /** Moves the clock of all matches forward. */
  advance(ms: number): void
  tick(): void
  session(token: string): Promise<PlayerSession | null>
  results(limit: number): WireEvent[]
  /** A match with its markets, or one that is over; null for one that is unknown or not offered yet. */
  event(id: string): WireEvent | null
  /** What is known before a match; null for an unknown one. */
  background(id: string): Background | null
  words(locale: string): Words
  /** The texts that a client loads; undefined for an unknown locale. */
  messages(locale: string): Record<string, string> | undefined
  listen(server: Server, path: string): void
  close(): void
}

const resultsBackMs = 90 * 60_000

export function createSportsbook(options: SportsbookOptions): Sportsbook {
  let offset = 0
  const clock = options.now ?? (() => Date.now())
  const now = () => clock() + offset
  const realNow = options.realNow ?? (() => Date.now())
  const seed = createHmac('sha256', options.secret).update('sandbox sportsbook matches').digest('hex')
  const faults = { ...noSportsbookFaults }
  const keys = sandboxSportsbookKeys(options.secret)
  const calendar = createCalendar(seed)
  const matchOf = createMatches(seed)
  const book = createBook({ calendar, matchOf, now })
  const background = createBackground({ calendar, matchOf, now })
  const wallet = createWallet({ url: options.walletUrl, key: keys.toSite, faults })
  const messages = new Map(
    Object.entries(
      JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Record<
        string,
        Record<string, string>
      >,
    ),
  )
  const wordsByLocale = new Map([...messages].map(([locale, texts]) => [locale, wordsIn(texts, locale)]))
  const words = (locale: string) => wordsByLocale.get(locale) ?? wordsByLocale.get('en')!
  const bets = createBets({
    book,
    wallet,
    faults,
    now,
    realNow,
    words,
    journalPath: options.journalPath,
    liveDelayMs: options.liveDelayMs ?? 2_000,
    retryDelaysMs: options.retryDelaysMs ?? [300, 1_000, 5_000, 15_000],
  })
  /** Sessions by hash of the token. */
  const sessions = new Map<string, PlayerSession>()
  let feed: Feed | null = null
  /** What each player last read about open bets, so that only changes are sent. */
  const sent = new Map<string, string>()

  async function session(token: string): Promise<PlayerSession | null> {
    const key = createHash('sha256').update(token).digest('hex')
    const known = sessions.get(key)
    if (known && known.expiresAt > realNow()) return known
    sessions.delete(key)
    const answer = await wallet.authenticate(token)
    if (answer.is === 'lost') throw new WalletUnavailable()
    if (answer.is === 'refused') return null
    const { playerId, currency, balance, freeBets, tokenExpiresAt } = answer.value
    const found = { playerId, currency, balance, freeBets, expiresAt: Date.parse(tokenExpiresAt) }
    for (const [each, { expiresAt }] of sessions) if (expiresAt <= realNow()) sessions.delete(each)
    sessions.set(key, found)
    return found
  }

  function tick(): void {
    for (const topic of feed?.topics() ?? []) if (topic !== 'list') book.event(topic.slice('event:'.length))
    book.refresh()
    bets.tick()
    const changes = book.drain()
    feed?.publish(changes)
    const changed = bets.drain()
    for (const [playerId, { balance, currency }] of changed)
      if (balance !== null) feed?.send(playerId, [{ is: 'balance', balance, currency }])
    for (const playerId of feed?.players() ?? []) {
      const all = bets.ofPlayer(playerId)
      const open = all.filter(({ state }) => state === 'held' || state === 'accepted')
      if (open.length === 0 && !changed.has(playerId)) continue
      const shown = (changed.has(playerId) ? all.slice(0, 30) : open).map(bets.wire)
      const text = JSON.stringify(shown)
      if (sent.get(playerId) === text) continue
      sent.set(playerId, text)
      feed?.send(playerId, [{ is: 'bets', bets: shown }])
    }
  }

  const withoutMarkets = (fixture: Fixture): WireEvent => ({
    id: fixture.id,
    sport: fixture.sport,
    league: { id: fixture.league.id, name: fixture.league.name, colors: fixture.league.colors },
    home: fixture.home,
    away: fixture.away,
    startsAt: fixture.startsAt,
    board: matchOf(fixture).at(now()).board,
    marketCount: 0,
    markets: [],
  })

  /** An error here must not end the site, which runs in the same process. */
  function tickSafely(): void {
    try {
      tick()
    } catch (error) {
      console.error('The sportsbook of the sandbox failed:', error)
    }
  }

  book.refresh()
  book.drain()
  const tickMs = options.tickMs ?? 500
  const timer = tickMs > 0 ? setInterval(tickSafely, tickMs) : null
  timer?.unref()

  return {
    book,
    bets,
    faults,
    keys,
    now,
    advance(ms) {
      offset += ms
      tick()
    },
    tick,
    session,
    results(limit) {
      const at = now()
      return calendar
        .started(at - resultsBackMs, at)
        .map(withoutMarkets)
        .filter(({ board }) => isOver(board))
        .toReversed()
        .slice(0, limit)
    },
    event(id) {
      const offered = book.event(id)
      const fixture = offered ? null : calendar.find(id)
      const played = fixture && withoutMarkets(fixture)
      return offered ?? (played && isOver(played.board) ? played : null)
    },
    background,
    words,
    messages: (locale) => messages.get(locale),
    listen(server, path) {
      feed = createFeed({
        server,
        path,
        playerOf: async (token) => (await session(token).catch(() => null))?.playerId ?? null,
      })
    },
    close() {
      if (timer) clearInterval(timer)
      bets.stop()
      feed?.close()
    },
  }
}

/** Thrown if the operator's wallet did not answer, so that nothing is known about a token. */
export class WalletUnavailable extends Error {}
