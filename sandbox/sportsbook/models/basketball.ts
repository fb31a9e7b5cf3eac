/**
 * Basketball: the sides alternate in possession, and each possession scores 0 to 3 points with the side's
 * probabilities.
 */
import type { LegResult } from '#contract/settlement/settle.ts'
import type { Random } from '../random.ts'
import type { Side } from '../wire.ts'
import {
  decided,
  lineText,
  type MarketKey,
  type Model,
  type Outcome,
  overLine,
  sum,
  underLine,
  wins,
} from './selection.ts'

/** Probabilities of 0, 1, 2 and 3 points from one possession. */
export type Scoring = readonly [number, number, number, number]
export type BasketballStrengths = { home: Scoring; away: Scoring }
export type BasketballState = {
  /** Possessions of each side so far in the four quarters. */
  played: { home: number; away: number }
  /** Points of the four quarters. */
  score: { home: number; away: number }
  /** Points of overtime, once the four quarters have ended level. */
  overtime: { home: number; away: number; played: number } | null
  isEnded: boolean
}
export type Possession = { side: Side; points: number }

export const possessionsEach = 100
export const overtimeEach = 10

export const basketballStart = (): BasketballState => ({
  played: { home: 0, away: 0 },
  score: { home: 0, away: 0 },
  overtime: null,
  isEnded: false,
})

/** Home and away alternate. */
export function afterPossession(state: BasketballState, { side, points }: Possession): BasketballState {
  if (state.overtime) {
    const overtime = {
      ...state.overtime,
      [side]: state.overtime[side] + points,
      played: state.overtime.played + 1,
    }
    const isPeriodOver = overtime.played % (2 * overtimeEach) === 0
    return { ...state, overtime, isEnded: isPeriodOver && overtime.home !== overtime.away }
  }
  const next = {
    ...state,
    played: { ...state.played, [side]: state.played[side] + 1 },
    score: { ...state.score, [side]: state.score[side] + points },
  }
  const isOver = next.played.home === possessionsEach && next.played.away === possessionsEach
  if (!isOver) return next
  return next.score.home === next.score.away
    ? { ...next, overtime: { home: 0, away: 0, played: 0 } }
    : { ...next, isEnded: true }
}

function pointsOf(random: Random, scoring: Scoring): number {
  let remainder = random()
  for (const [points, probability] of scoring.entries()) {
    remainder -= probability
    if (remainder < 0) return points
  }
  return 3
}

export function playBasketball(random: Random, strengths: BasketballStrengths): Possession[] {
  const possessions: Possession[] = []
  let side: Side = 'home'
  for (let state = basketballStart(); !state.isEnded; side = side === 'home' ? 'away' : 'home') {
    const possession = { side, points: pointsOf(random, strengths[side]) }
    possessions.push(possession)
    state = afterPossession(state, possession)
  }
  return possessions
}

const tables = new WeakMap<Scoring, number[][]>()

/** Probabilities of each number of points from this many possessions. */
export function pointsFrom(scoring: Scoring, possessions: number): number[] {
  const table = tables.get(scoring) ?? [[1]]
  tables.set(scoring, table)
  while (table.length <= possessions) {
    const before = table.at(-1)!
    const next = Array.from({ length: before.length + 3 }, () => 0)
    for (const [points, probability] of before.entries())
      for (const [more, chance] of scoring.entries()) next[points + more]! += probability * chance
    table.push(next)
  }
  return table[possessions]!
}

/** The possible values of `home ± away` with their probabilities. */
function spread(home: number[], away: number[], sign: 1 | -1): Map<number, number> {
  const values = new Float64Array(home.length + away.length)
  const offset = sign === 1 ? 0 : away.length - 1
  for (const [ofHome, probability] of home.entries()) {
    if (probability < 1e-15) continue
    for (const [ofAway, chance] of away.entries()) values[ofHome + sign * ofAway + offset]! += probability * chance
  }
  const found = new Map<number, number>()
  for (const [index, probability] of values.entries()) if (probability > 0) found.set(index - offset, probability)
  return found
}

const overtimes = new WeakMap<BasketballStrengths, number>()

/** Probability that home wins from a level score at the start of overtime. */
function winsOvertime(strengths: BasketballStrengths): number {
  const cache = overtimes.get(strengths)
  if (cache !== undefined) return cache
  const ends = spread(pointsFrom(strengths.home, overtimeEach), pointsFrom(strengths.away, overtimeEach), -1)
  const ahead = [...ends].filter(([lead]) => lead > 0).reduce((all, [, probability]) => all + probability, 0)
  const chance = ahead / (1 - (ends.get(0) ?? 0))
  overtimes.set(strengths, chance)
  return chance
}

type Ends = {
  lead: Array<readonly [number, number]>
  total: Array<readonly [number, number]>
  home: Array<readonly [number, number]>
  away: Array<readonly [number, number]>
}
const cache = new WeakMap<BasketballState, { strengths: BasketballStrengths; ends: Ends }>()

/** How the four quarters can end. */
function endsOf(strengths: BasketballStrengths, state: BasketballState): Ends {
  const found = cache.get(state)
  if (found?.strengths === strengths) return found.ends
  const { home, away } = state.score
  const ofHome = pointsFrom(strengths.home, possessionsEach - state.played.home)
  const ofAway = pointsFrom(strengths.away, possessionsEach - state.played.away)
  const moved = (values: Iterable<readonly [number, number]>, by: number) =>
    [...values].map(([value, probability]) => [value + by, probability] as const)
  const ends = {
    lead: moved(spread(ofHome, ofAway, -1), home - away),
    total: moved(spread(ofHome, ofAway, 1), home + away),
    home: moved(ofHome.entries(), home),
    away: moved(ofAway.entries(), away),
  }
  cache.set(state, { strengths, ends })
  return ends
}

type Market = { of: keyof Ends; outcomes: (line: number) => Record<string, (value: number) => LegResult> }
const overUnder = (of: keyof Ends): Market => ({
  of,
  outcomes: (line) => ({ over: (value) => overLine(value, line), under: (value) => underLine(value, line) }),
})
/** All markets except the winner concern the four quarters, without overtime. */
const markets: Record<string, Market & { isLined: boolean }> = {
  totalPoints: { ...overUnder('total'), isLined: true },
  homePoints: { ...overUnder('home'), isLined: true },
  awayPoints: { ...overUnder('away'), isLined: true },
  pointHandicap: {
    of: 'lead',
    isLined: true,
    outcomes: (line) => ({ home: (lead) => overLine(lead, -line), away: (lead) => underLine(lead, -line) }),
  },
  regularResult: {
    of: 'lead',
    isLined: false,
    outcomes: () => ({
      home: (lead) => wins(lead > 0),
      draw: (lead) => wins(lead === 0),
      away: (lead) => wins(lead < 0),
    }),
  },
  pointsOddEven: {
    of: 'total',
    isLined: false,
    outcomes: () => ({ odd: (total) => wins(total % 2 === 1), even: (total) => wins(total % 2 === 0) }),
  },
}

function priceBasketball(
  strengths: BasketballStrengths,
  state: BasketballState,
  { type, line }: MarketKey,
): Outcome[] | null {
  if (type === 'moneyline') return line === null ? moneyline(strengths, state) : null
  const market = markets[type]
  if (!market || market.isLined !== (line !== null)) return null
  if (market.isLined && !Number.isInteger(Number(line) * 2)) return null
  const values = endsOf(strengths, state)[market.of]
  return Object.entries(market.outcomes(Number(line))).map(([code, resultOf]) => sum(code, values, resultOf))
}

/** The winner, including overtime. */
function moneyline(strengths: BasketballStrengths, state: BasketballState): Outcome[] {
  const { overtime } = state
  if (state.isEnded) {
    const lead = state.score.home - state.score.away + (overtime ? overtime.home - overtime.away : 0)
    return (['home', 'away'] as const).map((code) => {
      return decided(code, wins(code === 'home' ? lead > 0 : lead < 0))
    })
  }
  const level = winsOvertime(strengths)
  const ahead = (leads: Iterable<readonly [number, number]>, by: number) =>
    [...leads].reduce((all, [lead, chance]) => all + chance * (lead + by > 0 ? 1 : lead + by === 0 ? level : 0), 0)
  let win: number
  if (overtime) {
    const played = overtime.played % (2 * overtimeEach)
    const ofHome = overtimeEach - Math.ceil(played / 2)
    const ofAway = overtimeEach - Math.floor(played / 2)
    const rest = spread(pointsFrom(strengths.home, ofHome), pointsFrom(strengths.away, ofAway), -1)
    win = ahead(rest, overtime.home - overtime.away)
  } else win = ahead(endsOf(strengths, state).lead, 0)
  return [
    { code: 'home', win, back: 0, result: null },
    { code: 'away', win: 1 - win, back: 0, result: null },
  ]
}

const mean = (values: Ends['lead']) => values.reduce((all, [value, probability]) => all + value * probability, 0)

function offerBasketball(strengths: BasketballStrengths, state: BasketballState): MarketKey[] {
  if (state.isEnded) return []
  if (state.overtime) return [{ type: 'moneyline', line: null }]
  const ends = endsOf(strengths, state)
  const lines = (type: string, centre: number, steps: number[]) =>
    steps.map((step) => ({ type, line: lineText(Math.floor(centre) + 0.5 + step) }))
  return [
    { type: 'moneyline', line: null },
    ...lines('pointHandicap', -mean(ends.lead), [-4, -2, 0, 2, 4]),
    ...lines('totalPoints', mean(ends.total), [-6, -3, 0, 3, 6]),
    { type: 'regularResult', line: null },
    ...lines('homePoints', mean(ends.home), [-2, 0, 2]),
    ...lines('awayPoints', mean(ends.away), [-2, 0, 2]),
    { type: 'pointsOddEven', line: null },
  ]
}

export const basketball: Model<BasketballStrengths, BasketballState> = {
  offer: offerBasketball,
  price: priceBasketball,
}
