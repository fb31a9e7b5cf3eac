/** The book: every offered market with its prices and version, and whether it accepts bets at this moment. */
import type { Calendar, Fixture } from '../calendar/fixtures.ts'
import type { Match, Moment } from '../calendar/match.ts'
import { builderMarket, readBuilder } from '../builder.ts'
import { fairProbability, marketId, marketKey, type MarketKey, type Outcome } from '../models/selection.ts'
import { readOdds } from '#contract/settlement/odds.ts'
import { builderMargin, isBeyondLadder, liveExtra, oddsWith, singleMargin } from '../pricing/margin.ts'
import {
  type Board,
  type Delta,
  listedTypes,
  type MarketState,
  type Sport,
  type WireEvent,
  type WireMarket,
} from '../wire.ts'

export type Book = {
  /** Updates the list and all live matches to the current time; `drain` returns the changes. */
  refresh(): void
  list(): WireEvent[]
  event(id: string): WireEvent | null
  /** The current state of any match, listed or not; null for an unknown one. */
  board(id: string): Board | null
  /** The current price of a selection, and whether bets on it are accepted. */
  quote(eventId: string, market: string, outcome: string): Quote | null
  /** The current probabilities of a selection, offered or not. */
  chances(eventId: string, market: string, outcome: string): Chances | null
  /** The probabilities of a selection after this time if nothing happens in the match until then. */
  undisturbed(eventId: string, market: string, outcome: string, ms: number): Outcome | null
  /** Changes since the last call, by topic: `list`, and `event:<id>`. */
  drain(): Map<string, Delta[]>
}

export type Chances = {
  outcome: Outcome
  /** True if trading of the match is suspended, because an incident has just happened. */
  isSuspended: boolean
  /** The number of goals, games or quarters so far; a waiting bet is declined if there is another. */
  incidents: number
}
export type Quote = Chances & {
  fixture: Fixture
  key: MarketKey
  version: number
  state: MarketState
  odds: string | null
  isLive: boolean
  margin: number
}

type BookOptions = {
  calendar: Calendar
  matchOf: (fixture: Fixture) => Match
  now: () => number
  /** How long before their start matches are offered. */
  horizonMs?: number
}

/** The time after a goal, a game or the start of a quarter in which no bet is accepted. */
const suspendedMs: Record<Sport, number> = { football: 9_000, tennis: 2_500, basketball: 3_000 }
/** The time for which an ended match remains listed. */
const shownAfterEndMs = 20_000

type Entry = {
  fixture: Fixture
  /** All markets while the match has followers, otherwise those in lists. */
  markets: Map<string, WireMarket>
  /** The ids of the markets in lists, in their order. */
  listed: string[]
  count: number
  followedAt: number | null
  board: Board
  endedAt: number | null
  /** Requested prices of combined selections by their code, the latest last. */
  builders: Map<string, Pick<WireMarket, 'version' | 'state'> & { odds: string | null }>
}
const maxBuilders = 500
/** The time after the last reader for which all markets of a match are priced. */
const followedMs = 60_000

export function createBook({ calendar, matchOf, now, horizonMs = 90 * 60_000 }: BookOptions): Book {
  const entries = new Map<string, Entry>()
  let changes = new Map<string, Delta[]>()
  let lastVersion = 0
  const add = (topic: string, delta: Delta) => {
    const all = changes.get(topic)
    if (all) all.push(delta)
    else changes.set(topic, [delta])
  }
  /** The version increases across restarts as well. */
  const nextVersion = () => (lastVersion = Math.max(lastVersion + 1, now()))

  function refreshList(): void {
    const at = now()
    for (const fixture of calendar.between(at, at + horizonMs)) {
      if (entries.has(fixture.id)) continue
      const moment = matchOf(fixture).at(at)
      if (isOver(moment.board)) continue
      const count = moment.offer().length
      const entry: Entry = {
        fixture,
        markets: new Map(),
        listed: [],
        count,
        followedAt: null,
        board: moment.board,
        endedAt: null,
        builders: new Map(),
      }
      entries.set(fixture.id, entry)
      refreshMarkets(entry, moment, at)
      changes.delete(`event:${fixture.id}`)
      add('list', { is: 'new', event: toListed(entry) })
    }
    for (const [id, { endedAt }] of entries) {
      if (endedAt === null || at - endedAt < shownAfterEndMs) continue
      entries.delete(id)
      add('list', { is: 'gone', id })
    }
  }

  function markFollowed(entry: Entry): void {
    const wasFollowed = entry.followedAt !== null
    entry.followedAt = now()
    refreshEntry(entry, !wasFollowed)
  }

  function refreshEntry(entry: Entry, isForced = false): void {
    const at = now()
    if (entry.followedAt !== null && at - entry.followedAt > followedMs) entry.followedAt = null
    if (!isForced && entry.board.phase === 'upcoming' && at < entry.fixture.startsAt) return
    if (entry.endedAt !== null) return
    const moment = matchOf(entry.fixture).at(at)
    const before = JSON.stringify(entry.board)
    entry.board = moment.board
    refreshMarkets(entry, moment, at)
    if (isOver(moment.board)) entry.endedAt = at
    if (JSON.stringify(entry.board) === before) return
    const { id } = entry.fixture
    const delta: Delta = { is: 'event', id, board: entry.board, marketCount: entry.count }
    add('list', delta)
    add(`event:${id}`, delta)
  }

  function refreshMarkets(entry: Entry, moment: Moment, at: number): void {
    const { id: event } = entry.fixture
    const isPlayed = isInPlay(moment)
    const isSuspended = isJustAfter(entry.fixture, moment, at)
    const offered = new Set<string>()
    const all = isOver(moment.board) ? [] : moment.offer()
    entry.count = all.length
    const inLists = listedOf(entry.fixture.sport, all, moment)
    const listedBefore = new Set(entry.listed)
    for (const key of entry.followedAt === null ? inLists : all) {
      const id = marketId(key)
      const outcomes = moment.price(key)!
      const odds = pricesOf(outcomes, isPlayed)
      if (Object.values(odds).every((each) => each === null)) continue
      offered.add(id)
      const state = isSuspended ? 'suspended' : 'open'
      const before = entry.markets.get(id)
      if (!before) {
        const market: WireMarket = { id, ...key, version: nextVersion(), state, odds }
        entry.markets.set(id, market)
        add(`event:${event}`, { is: 'market', event, market })
        continue
      }
      const changed = Object.entries(odds).filter(([code, each]) => before.odds[code] !== each)
      if (changed.length === 0 && before.state === state) continue
      const version = nextVersion()
      entry.markets.set(id, { ...before, version, state, odds })
      const delta: Delta = { is: 'odds', event, id, version, state, odds: Object.fromEntries(changed) }
      add(`event:${event}`, delta)
      if (listedBefore.has(id)) add('list', delta)
    }
    for (const id of entry.markets.keys()) {
      // Without followers, other markets are not updated; no bet on them is accepted before they are priced again.
      if (offered.has(id) || (entry.followedAt === null && !listedBefore.has(id) && !isOver(moment.board))) continue
      entry.markets.delete(id)
      add(`event:${event}`, { is: 'closed', event, id })
    }
    entry.listed = inLists.map(marketId).filter((id) => offered.has(id))
    for (const id of entry.listed)
      if (!listedBefore.has(id)) add('list', { is: 'listed', event, market: entry.markets.get(id)! })
    for (const id of listedBefore) if (!entry.listed.includes(id)) add('list', { is: 'unlisted', event, id })
  }

  function chancesOf(eventId: string, market: string, code: string) {
    const fixture = calendar.find(eventId)
    if (!fixture) return null
    const at = now()
    const moment = matchOf(fixture).at(at)
    const outcome = outcomeIn(moment, market, code)
    if (!outcome) return null
    return { fixture, moment, outcome, incidents: moment.incidents, isSuspended: isJustAfter(fixture, moment, at) }
  }

  /**
   * Prices combined selections, which are offered while each of them is, and suspended while one of them is. The price
   * is at least that of every selection that wins whenever they do: one of them, or the same event in another market.
   * Like a market, it has a version that increases with each change.
   */
  function combinedOf(entry: Entry, code: string, { outcome, moment }: Chances & { moment: Moment }) {
    const markets = readBuilder(code)!.map((part) => ({ ...part, offer: entry.markets.get(part.market) }))
    const isOffered = outcome.result === null && markets.every(({ offer }) => offer)
    const isOpen = markets.every(({ offer, outcome: part }) => offer?.state === 'open' && offer.odds[part])
    const margin = marginOf(builderMargin, isInPlay(moment))
    const isPriced = isOffered && !isBeyondLadder(margin, fairProbability(outcome))
    const odds = isPriced ? highestOf([priceOf(outcome, margin), ...covering()]) : null
    const state: MarketState = !isOffered ? 'closed' : isOpen && odds !== null ? 'open' : 'suspended'
    function covering(): string[] {
      const offered = [...entry.markets.values()].flatMap(({ type, line, odds: prices }) =>
        Object.entries(prices).flatMap(([each, price]) => (price ? [{ type, line, outcome: each, price }] : [])),
      )
      return moment.covering?.(readBuilder(code)!, offered).map(({ price }) => price) ?? []
    }
    const before = entry.builders.get(code)
    const isSame = before?.state === state && before.odds === odds
    const current = { version: isSame ? before.version : nextVersion(), state, odds }
    entry.builders.delete(code)
    entry.builders.set(code, current)
    if (entry.builders.size > maxBuilders) entry.builders.delete(entry.builders.keys().next().value!)
    return current
  }

  const toListed = (entry: Entry): WireEvent => ({
    ...toEvent(entry),
    markets: entry.listed.map((id) => entry.markets.get(id)!),
  })
  const toEvent = ({ fixture, board, markets, count }: Entry): WireEvent => ({
    id: fixture.id,
    sport: fixture.sport,
    league: { id: fixture.league.id, name: fixture.league.name, colors: fixture.league.colors },
    home: fixture.home,
    away: fixture.away,
    startsAt: fixture.startsAt,
    board,
    marketCount: count,
    markets: [...markets.values()],
  })

  return {
    refresh() {
      refreshList()
      for (const entry of entries.values()) refreshEntry(entry)
    },
    list: () => [...entries.values()].map(toListed).sort((one, two) => one.startsAt - two.startsAt),
    event(id) {
      const entry = entries.get(id)
      if (!entry) return null
      markFollowed(entry)
      return toEvent(entry)
    },
    board(id) {
      const fixture = calendar.find(id)
      return fixture && matchOf(fixture).at(now()).board
    },
    quote(eventId, market, code) {
      const chances = chancesOf(eventId, market, code)
      if (!chances) return null
      const { fixture, moment, ...rest } = chances
      const entry = entries.get(eventId)
      if (entry) markFollowed(entry)
      const isBuilder = market === builderMarket
      const combined = isBuilder && entry ? combinedOf(entry, code, chances) : null
      const offered = combined ? { ...combined, odds: { [code]: combined.odds } } : entry?.markets.get(market)
      return {
        ...rest,
        fixture,
        key: marketKey(market),
        version: offered?.version ?? nextVersion(),
        state: offered ? offered.state : 'closed',
        odds: offered?.odds[code] ?? null,
        isLive: isInPlay(moment),
        margin: marginOf(isBuilder ? builderMargin : singleMargin, isInPlay(moment)),
      }
    },
    chances: chancesOf,
    undisturbed(eventId, market, code, ms) {
      const fixture = calendar.find(eventId)
      if (!fixture) return null
      const moment = matchOf(fixture).at(now())
      return outcomeIn(moment.undisturbed?.(ms) ?? moment, market, code)
    },
    drain() {
      const drained = changes
      changes = new Map()
      return drained
    },
  }
}

function outcomeIn(moment: Pick<Moment, 'price' | 'combine'>, market: string, code: string): Outcome | null {
  const parts = market === builderMarket ? readBuilder(code) : null
  if (parts) return moment.combine?.(parts) ?? null
  return moment.price(marketKey(market))?.find((each) => each.code === code) ?? null
}

const isInPlay = ({ board }: Moment) => board.phase === 'live'

function isJustAfter({ startsAt, sport }: Fixture, { lastIncidentMs }: Moment, at: number): boolean {
  return lastIncidentMs !== null && at - startsAt - lastIncidentMs < suspendedMs[sport]
}

export const isOver = ({ phase }: Board) => phase === 'ended' || phase === 'abandoned'

/** The market of each listed type whose two sides are closest to even. */
function listedOf(sport: Sport, keys: MarketKey[], { price }: Moment): MarketKey[] {
  const distance = (key: MarketKey) => {
    const [one, other] = price(key)!
    return Math.abs(fairProbability(one!) - fairProbability(other!))
  }
  return listedTypes[sport].flatMap((type) => {
    const own = keys.filter((key) => key.type === type)
    if (own.length < 2) return own
    const distances = own.map(distance)
    return own[distances.indexOf(Math.min(...distances))]!
  })
}

/** The price of each outcome; null if it is decided or outside the ladder. */
const pricesOf = (outcomes: Outcome[], isLive: boolean): Record<string, string | null> =>
  Object.fromEntries(outcomes.map((outcome) => [outcome.code, priceOf(outcome, marginOf(singleMargin, isLive))]))

const priceOf = (outcome: Outcome, margin: number): string | null =>
  outcome.result ? null : oddsWith(margin, fairProbability(outcome))

const marginOf = (margin: number, isLive: boolean) => margin + (isLive ? liveExtra : 0)

function highestOf(prices: Array<string | null>): string | null {
  const known = prices.filter((price) => price !== null)
  return known.reduce<string | null>((high, each) => (!high || readOdds(each) > readOdds(high) ? each : high), null)
}
