/** A match is simulated in advance from the seed; its events are revealed as the clock reaches them. */
import {
  afterPossession,
  basketball,
  basketballStart,
  type BasketballState,
  playBasketball,
  possessionsEach,
} from '../models/basketball.ts'
import {
  combineFootball,
  coveringFootball,
  football,
  footballAt,
  type FootballState,
  matchMinutes,
  playFootball,
  scoreOf,
} from '../models/football.ts'
import type { MarketKey, Outcome } from '../models/selection.ts'
import {
  afterPoint,
  playTennis,
  serverOfPoint,
  setsOf,
  tennis,
  type TennisState,
  tennisStart,
} from '../models/tennis.ts'
import { randomFrom } from '../random.ts'
import type { Board, Side } from '../wire.ts'
import { type Fixture, randomOf } from './fixtures.ts'

type OutcomeKey = MarketKey & { outcome: string }
export type Moment = {
  board: Board
  /** The number of events so far that change prices: goals, games, sets, quarters. */
  incidents: number
  /** The time of the last of them, in ms from the start; null before the first. */
  lastIncidentMs: number | null
  offer(): MarketKey[]
  price(market: MarketKey): Outcome[] | null
  /** Combines selections of this match into one; null if its sport does not support it. */
  combine?(picks: OutcomeKey[]): Outcome | null
  /** The selections among `selections` that never have a worse result than the combination of `picks`. */
  covering?<Selection extends OutcomeKey>(picks: OutcomeKey[], selections: Selection[]): Selection[]
  /** The state after this time if nothing happens until then; absent if time alone changes nothing. */
  undisturbed?(ms: number): Pick<Moment, 'price' | 'combine'>
}

export type Match = { fixture: Fixture; at(now: number): Moment }

const halfMs = 330_000
const pauseMs = 60_000
const pointMs = 4_800
const possessionMs = 3_300
const breakMs = 20_000
const possessionsOfQuarter = possessionsEach / 2

export function createMatches(seed: string) {
  const cache = new Map<string, Match>()
  const maxCached = 400
  return (fixture: Fixture): Match => {
    const found = cache.get(fixture.id)
    if (found) return found
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    const match = { fixture, at: momentsOf(seed, fixture) }
    cache.set(fixture.id, match)
    return match
  }
}

function momentsOf(seed: string, fixture: Fixture): Match['at'] {
  switch (fixture.sport) {
    case 'football':
      return footballMoments(seed, fixture)
    case 'tennis':
      return tennisMoments(seed, fixture)
    case 'basketball':
      return basketballMoments(seed, fixture)
  }
}

type Of<S extends Fixture['sport']> = Extract<Fixture, { sport: S }>

/** The share of football matches that are abandoned; undecided selections are then void. */
const abandonedShare = 0.01

function footballMoments(seed: string, fixture: Of<'football'>): Match['at'] {
  const goals = playFootball(randomOf(seed, fixture), fixture.strengths)
  const abandonment = randomFrom(`${seed} fate ${fixture.id}`)
  const abandonedAt = abandonment() < abandonedShare ? 10 + 70 * abandonment() : null
  const before: FootballState = footballAt([], 0)
  let last: { minute: number; state: FootballState } | null = null
  let lastLater: FootballState | null = null
  return (now) => {
    const elapsed = now - fixture.startsAt
    const played = minuteOf(elapsed)
    const isAbandoned = abandonedAt !== null && played >= abandonedAt
    const minute = isAbandoned ? abandonedAt : played
    // The state is cached by minute of play, so that consecutive callers share the work.
    if (last?.minute !== minute) last = { minute, state: minute <= 0 ? before : footballAt(goals, minute) }
    const { state } = last
    const isUpcoming = elapsed < 0
    const scored = state.goals.length
    const latest = state.goals.at(-1)
    const pricing = (of: FootballState): Pick<Moment, 'price' | 'combine'> => ({
      price: (market) => voidIf(isAbandoned, football.price(fixture.strengths, of, market)),
      combine(picks) {
        const outcome = combineFootball(fixture.strengths, of, picks)
        return outcome && voidIf(isAbandoned, [outcome])![0]!
      },
    })
    return {
      board: {
        phase: isAbandoned ? 'abandoned' : state.isEnded ? 'ended' : isUpcoming ? 'upcoming' : 'live',
        period: elapsed < halfMs ? 'half1' : elapsed < halfMs + pauseMs ? 'halfTime' : 'half2',
        minute: isUpcoming ? null : Math.min(90, Math.floor(minute) + (state.isEnded ? 0 : 1)),
        score: scoreOf(state.goals),
        parts: [],
        points: null,
        server: null,
        goals: state.goals.map(({ minute: at, side }) => ({ minute: Math.floor(at) + 1, side })),
      },
      incidents: scored + (elapsed >= halfMs ? 1 : 0),
      lastIncidentMs: latest ? elapsedAt(latest.minute) : null,
      offer: () => (isAbandoned ? [] : football.offer(fixture.strengths, state)),
      ...pricing(state),
      covering: (picks, selections) => coveringFootball(fixture.strengths, state, picks, selections),
      undisturbed(ms) {
        const later = isAbandoned ? minute : minuteOf(elapsed + ms)
        if (lastLater?.minute !== later || lastLater.goals !== state.goals)
          lastLater = { minute: later, goals: state.goals, isEnded: later >= matchMinutes }
        return pricing(lastLater)
      },
    }
  }
}

/** An abandoned match leaves decided selections as they are and returns the others. */
function voidIf(isAbandoned: boolean, outcomes: Outcome[] | null): Outcome[] | null {
  if (!isAbandoned || !outcomes) return outcomes
  return outcomes.map((outcome) =>
    outcome.result ? outcome : { code: outcome.code, win: 0, back: 1, result: 'void' as const },
  )
}

function minuteOf(elapsed: number): number {
  if (elapsed <= 0) return 0
  if (elapsed < halfMs) return (elapsed / halfMs) * 45
  if (elapsed < halfMs + pauseMs) return 45
  return Math.min(90, 45 + ((elapsed - halfMs - pauseMs) / halfMs) * 45)
}

const elapsedAt = (minute: number) => (minute / 45) * halfMs + (minute > 45 ? pauseMs : 0)

function tennisMoments(seed: string, fixture: Of<'tennis'>): Match['at'] {
  const random = randomOf(seed, fixture)
  const server: Side = random() < 0.5 ? 'home' : 'away'
  const winners = playTennis(random, fixture.strengths, server)
  const states: TennisState[] = [tennisStart(server)]
  /** By number of points: the number of finished games, and the time at which the last one ended. */
  const incidents: Array<{ count: number; at: number | null }> = [{ count: 0, at: null }]
  for (const [index, winner] of winners.entries()) {
    const state = afterPoint(states.at(-1)!, winner)
    states.push(state)
    const isGameOver = state.points.home + state.points.away === 0
    const { count, at } = incidents.at(-1)!
    incidents.push(isGameOver ? { count: count + 1, at: (index + 1) * pointMs } : { count, at })
  }
  return (now) => {
    const elapsed = now - fixture.startsAt
    const played = Math.min(winners.length, Math.max(0, Math.floor(elapsed / pointMs)))
    const state = states[played]!
    const { count, at } = incidents[played]!
    return {
      board: {
        phase: state.isEnded ? 'ended' : elapsed < 0 ? 'upcoming' : 'live',
        period: `set${Math.min(3, state.past.length + 1)}`,
        minute: null,
        score: setsOf(state.past),
        parts: elapsed < 0 ? [] : [...state.past, ...(state.isEnded ? [] : [state.games])],
        points: elapsed < 0 || state.isEnded ? null : pointNames(state),
        server: elapsed < 0 || state.isEnded ? null : serverOfPoint(state),
        goals: [],
      },
      incidents: count,
      lastIncidentMs: at,
      offer: () => tennis.offer(fixture.strengths, state),
      price: (market) => tennis.price(fixture.strengths, state, market),
    }
  }
}

function pointNames({ games, points }: TennisState): { home: string; away: string } {
  const { home, away } = points
  if (games.home === 6 && games.away === 6) return { home: String(home), away: String(away) }
  if (home >= 3 && away >= 3) {
    if (home === away) return { home: '40', away: '40' }
    return home > away ? { home: 'A', away: '40' } : { home: '40', away: 'A' }
  }
  const names = ['0', '15', '30', '40']
  return { home: names[home]!, away: names[away]! }
}

function basketballMoments(seed: string, fixture: Of<'basketball'>): Match['at'] {
  const possessions = playBasketball(randomOf(seed, fixture), fixture.strengths)
  const states: BasketballState[] = [basketballStart()]
  for (const possession of possessions) states.push(afterPossession(states.at(-1)!, possession))
  return (now) => {
    const elapsed = now - fixture.startsAt
    const { played, quarter, isBreak, startedMs } = possessionAt(elapsed)
    const count = Math.min(possessions.length, played)
    const state = states[count]!
    const total = (upTo: number) => {
      const { score, overtime } = states[Math.min(upTo, count)]!
      return { home: score.home + (overtime?.home ?? 0), away: score.away + (overtime?.away ?? 0) }
    }
    const quarters = Array.from({ length: Math.min(quarter, state.overtime ? 5 : 4) }, (_, index) => {
      const end = index === 4 ? Infinity : (index + 1) * possessionsOfQuarter
      const [from, to] = [total(index * possessionsOfQuarter), total(end)]
      return { home: to.home - from.home, away: to.away - from.away }
    })
    return {
      board: {
        phase: state.isEnded ? 'ended' : elapsed < 0 ? 'upcoming' : 'live',
        period: isBreak ? 'break' : quarter > 4 ? 'overtime' : `quarter${quarter}`,
        minute: null,
        score: total(count),
        parts: elapsed < 0 ? [] : quarters,
        points: null,
        server: null,
        goals: [],
      },
      incidents: quarter,
      lastIncidentMs: quarter > 1 ? startedMs : null,
      offer: () => basketball.offer(fixture.strengths, state),
      price: (market) => basketball.price(fixture.strengths, state, market),
    }
  }
}

/** Quarters have equal length with breaks between them; overtime is a fifth part without an end. */
function possessionAt(elapsed: number) {
  const quarterMs = possessionsOfQuarter * possessionMs
  const index = Math.min(4, Math.max(0, Math.floor(elapsed / (quarterMs + breakMs))))
  const startedMs = index * (quarterMs + breakMs)
  const possession = Math.max(0, Math.floor((elapsed - startedMs) / possessionMs))
  const isBreak = index < 4 && possession >= possessionsOfQuarter
  const played = index * possessionsOfQuarter + (index < 4 ? Math.min(possessionsOfQuarter, possession) : possession)
  return { played, quarter: index + 1, isBreak, startedMs }
}
