/**
 * An endless calendar: the time, sides and strengths of each match are a function of the seed and the number of its
 * start. Nothing is stored, so a restart changes no match.
 */
import type { BasketballStrengths, Scoring } from '../models/basketball.ts'
import type { FootballStrengths } from '../models/football.ts'
import type { TennisStrengths } from '../models/tennis.ts'
import { randomFrom } from '../random.ts'
import { type Sport, sports } from '../wire.ts'
import { leagues, type League } from './leagues.ts'

type Common = { id: string; league: League; home: string; away: string; startsAt: number }
export type Fixture = Common &
  (
    | { sport: 'football'; strengths: FootballStrengths }
    | { sport: 'tennis'; strengths: TennisStrengths }
    | { sport: 'basketball'; strengths: BasketballStrengths }
  )

/** A league starts a match every 12 minutes, about as long as one takes, so no side plays twice at once. */
export const startEveryMs: Record<Sport, number> = { football: 180_000, tennis: 240_000, basketball: 240_000 }
/** Offsets the sports, so that their matches start in different minutes. */
const offsetMs: Record<Sport, number> = { football: 0, tennis: 60_000, basketball: 180_000 }
/** The maximum duration of a match of any sport. */
const longestMatchMs = 45 * 60_000

export type Calendar = {
  /** Matches that may be in play at this time, and those that start until `until`. */
  between(now: number, until: number): Fixture[]
  /** Matches that started between these times. */
  started(from: number, until: number): Fixture[]
  find(id: string): Fixture | null
}

export function createCalendar(seed: string): Calendar {
  /** Fixtures are cached, because they are compared by reference and models cache prices by their strengths. */
  const cache = new Map<string, Fixture>()
  const maxCached = 2000

  function fixture(sport: Sport, number: number): Fixture {
    const id = `${sport}-${number}`
    const found = cache.get(id)
    if (found) return found
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    const created = makeFixture(seed, sport, number)
    cache.set(id, created)
    return created
  }

  function starts(from: number, until: number): Fixture[] {
    return sports
      .flatMap((sport) => {
        const first = Math.ceil((from - offsetMs[sport]) / startEveryMs[sport])
        const last = Math.floor((until - offsetMs[sport]) / startEveryMs[sport])
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => fixture(sport, first + index))
      })
      .sort((one, two) => one.startsAt - two.startsAt)
  }

  return {
    between: (now, until) => starts(now - longestMatchMs, until),
    started: starts,
    find(id) {
      const [, sport, number] = /^(football|tennis|basketball)-(\d{1,9})$/.exec(id) ?? []
      return sport ? fixture(sport as Sport, Number(number)) : null
    },
  }
}

function makeFixture(seed: string, sport: Sport, number: number): Fixture {
  const league = leagues[sport][number % leagues[sport].length]!
  const [home, away] = pairing(league.sides, Math.floor(number / leagues[sport].length))
  const common = {
    id: `${sport}-${number}`,
    league,
    home,
    away,
    startsAt: number * startEveryMs[sport] + offsetMs[sport],
  }
  const strength = (side: string, of: string) => randomFrom(`${seed} ${of} ${league.id} ${side}`)()
  switch (sport) {
    case 'football': {
      const scores = (attack: string, defence: string, mean: number) =>
        mean * (0.65 + 0.7 * strength(attack, 'attack')) * (0.65 + 0.7 * strength(defence, 'defence'))
      return { ...common, sport, strengths: { home: scores(home, away, 1.55), away: scores(away, home, 1.25) } }
    }
    case 'tennis': {
      const difference = strength(home, 'skill') - strength(away, 'skill')
      return { ...common, sport, strengths: { home: 0.63 + 0.06 * difference, away: 0.63 - 0.06 * difference } }
    }
    case 'basketball': {
      const side = (attack: string, defence: string, advantage: number) =>
        scoring(0.008 * advantage + 0.035 * (strength(attack, 'attack') - strength(defence, 'defence')))
      return { ...common, sport, strengths: { home: side(home, away, 1), away: side(away, home, -1) } }
    }
  }
}

/** The probabilities of points per possession; stronger sides miss less often. */
function scoring(edge: number): Scoring {
  const [two, three] = [0.335 + edge * 0.7, 0.135 + edge * 0.3]
  return [1 - 0.03 - two - three, 0.03, two, three]
}

/** How far back earlier matches are looked for, in matches of the league. */
const maxBack = 500

/** The ids of the earlier matches of the same league, the newest first. */
export function earlierOf({ id, sport }: Fixture): string[] {
  const step = leagues[sport].length
  const number = Number(id.slice(sport.length + 1))
  const count = Math.min(maxBack, Math.floor(number / step))
  return Array.from({ length: count }, (_, index) => `${sport}-${number - step * (index + 1)}`)
}

/** The ids of the earlier matches of the same season, in which everyone plays everyone twice. */
export function seasonOf(fixture: Fixture): string[] {
  const { id, sport, league } = fixture
  const ofLeague = Math.floor(Number(id.slice(sport.length + 1)) / leagues[sport].length)
  return earlierOf(fixture).slice(0, ofLeague % (league.sides.length * (league.sides.length - 1)))
}

/** Pairs everyone with everyone by the circle method; in every other cycle, home and away are swapped. */
function pairing(sides: string[], number: number): [string, string] {
  const pairs = sides.length / 2
  const rounds = sides.length - 1
  const round = Math.floor(number / pairs) % rounds
  const pair = number % pairs
  const cycle = Math.floor(number / pairs / rounds)
  const at = (index: number) => ((index % rounds) + rounds) % rounds
  const [one, two] = pair === 0 ? [rounds, round] : [at(round + pair), at(round - pair)]
  const isSwapped = (pair + round + cycle) % 2 === 1
  return isSwapped ? [sides[two]!, sides[one]!] : [sides[one]!, sides[two]!]
}

/** The random numbers with which a match is played. */
export const randomOf = (seed: string, fixture: Fixture) => randomFrom(`${seed} play ${fixture.id}`)
