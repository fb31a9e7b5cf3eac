/** Football: each side scores as a Poisson process of its own, at a constant rate through 90 minutes. */
import type { LegResult } from '#contract/settlement/settle.ts'
import type { Random } from '../random.ts'
import type { Side } from '../wire.ts'
import { poisson } from './poisson.ts'
import {
  decided,
  lineText,
  linesAround,
  type MarketKey,
  type Model,
  type Outcome,
  overLine,
  sum,
  underLine,
  wins,
} from './selection.ts'

/** The expected goals of each side in a match. */
export type FootballStrengths = { home: number; away: number }
export type Goal = { minute: number; side: Side }
export type FootballState = {
  /** Minutes played, 0 to 90. */
  minute: number
  goals: Goal[]
  isEnded: boolean
}

export const matchMinutes = 90
export const halfMinutes = 45
/** More remaining goals than this have a probability below 1e-9 at the rates in use. */
const maxGoals = 15
const correctScores = 4

/** All goals of a match, in order. */
export function playFootball(random: Random, { home, away }: FootballStrengths): Goal[] {
  const goals: Goal[] = []
  for (const [side, mean] of [
    ['home', home],
    ['away', away],
  ] as const) {
    const rate = mean / matchMinutes
    for (let minute = wait(random, rate); minute < matchMinutes; minute += wait(random, rate))
      goals.push({ minute, side })
  }
  return goals.sort((first, second) => first.minute - second.minute)
}

const wait = (random: Random, rate: number) => -Math.log(1 - random()) / rate

export function footballAt(goals: Goal[], minute: number): FootballState {
  return { minute, goals: goals.filter((goal) => goal.minute <= minute), isEnded: minute >= matchMinutes }
}

export function scoreOf(goals: Goal[], until = matchMinutes): { home: number; away: number } {
  const count = (side: Side) => goals.filter((goal) => goal.side === side && goal.minute <= until).length
  return { home: count('home'), away: count('away') }
}

type Score = { home: number; away: number }
type Finals = Array<readonly [Score, number]>

type CachedScores = { strengths: FootballStrengths; byEnd: Record<number, Finals> }
/** Final scores are cached, because a state is priced for many markets. */
const cache = new WeakMap<FootballState, CachedScores>()

/** Every final score with its probability, from the goals so far and the minutes that remain until `end`. */
export function finalScores(strengths: FootballStrengths, state: FootballState, end = matchMinutes): Finals {
  const found = cache.get(state)
  const byEnd = found?.strengths === strengths ? found.byEnd : ({} as CachedScores['byEnd'])
  cache.set(state, { strengths, byEnd })
  return (byEnd[end] ??= calculateScores(strengths, state, end))
}

function calculateScores(strengths: FootballStrengths, state: FootballState, end: number): Finals {
  const now = scoreOf(state.goals, end)
  const remaining = Math.max(0, end - state.minute) / matchMinutes
  if (remaining === 0) return [[now, 1]]
  const home = poisson(strengths.home * remaining, maxGoals)
  const away = poisson(strengths.away * remaining, maxGoals)
  return home.flatMap((ofHome, more) =>
    away.map((ofAway, moreAway) => [{ home: now.home + more, away: now.away + moreAway }, ofHome * ofAway] as const),
  )
}

/** Markets whose outcomes are functions of the score. */
const byScore: Record<string, (line: number) => Record<string, (score: Score) => LegResult>> = {
  result: () => ({
    home: ({ home, away }) => wins(home > away),
    draw: ({ home, away }) => wins(home === away),
    away: ({ home, away }) => wins(home < away),
  }),
  doubleChance: () => ({
    homeOrDraw: ({ home, away }) => wins(home >= away),
    homeOrAway: ({ home, away }) => wins(home !== away),
    drawOrAway: ({ home, away }) => wins(home <= away),
  }),
  drawNoBet: () => ({
    home: ({ home, away }) => (home === away ? 'void' : wins(home > away)),
    away: ({ home, away }) => (home === away ? 'void' : wins(home < away)),
  }),
  total: (line) => ({
    over: ({ home, away }) => overLine(home + away, line),
    under: ({ home, away }) => underLine(home + away, line),
  }),
  /** The line is added to the home side's goals. */
  handicap: (line) => ({
    home: ({ home, away }) => overLine(home - away, -line),
    away: ({ home, away }) => underLine(home - away, -line),
  }),
  bothScore: () => ({
    yes: ({ home, away }) => wins(home > 0 && away > 0),
    no: ({ home, away }) => wins(home === 0 || away === 0),
  }),
  homeTotal: (line) => ({
    over: ({ home }) => overLine(home, line),
    under: ({ home }) => underLine(home, line),
  }),
  awayTotal: (line) => ({
    over: ({ away }) => overLine(away, line),
    under: ({ away }) => underLine(away, line),
  }),
  oddEven: () => ({
    odd: ({ home, away }) => wins((home + away) % 2 === 1),
    even: ({ home, away }) => wins((home + away) % 2 === 0),
  }),
  correctScore: () => {
    const listed = Array.from({ length: (correctScores + 1) ** 2 }, (_, index) => ({
      home: Math.floor(index / (correctScores + 1)),
      away: index % (correctScores + 1),
    }))
    return {
      ...Object.fromEntries(
        listed.map((score) => [
          `${score.home}-${score.away}`,
          ({ home, away }: Score) => wins(home === score.home && away === score.away),
        ]),
      ),
      other: ({ home, away }) => wins(home > correctScores || away > correctScores),
    }
  },
}
const withLine = new Set(['total', 'handicap', 'homeTotal', 'awayTotal'])
/** Markets of the first half, with the corresponding markets of the match. */
const halfMarkets: Record<string, string> = { halfResult: 'result', halfTotal: 'total', halfBothScore: 'bothScore' }

function outcomesOf(type: string, line: string | null): Record<string, (score: Score) => LegResult> | null {
  const build = byScore[type]
  const isLined = withLine.has(type)
  if (!build || isLined !== (line !== null)) return null
  const value = Number(line)
  if (isLined && (!Number.isFinite(value) || !Number.isInteger(value * 4))) return null
  return build(value)
}

function priceFootball(strengths: FootballStrengths, state: FootballState, market: MarketKey): Outcome[] | null {
  if (market.type === 'nextGoal') return nextGoal(strengths, state, Number(market.line))
  if (market.type === 'earlyResult') return market.line === null ? earlyResult(strengths, state) : null
  const ofHalf = halfMarkets[market.type]
  const outcomes = outcomesOf(ofHalf ?? market.type, market.line)
  if (!outcomes) return null
  const finals = finalScores(strengths, state, ofHalf ? halfMinutes : matchMinutes)
  return Object.entries(outcomes).map(([code, resultOf]) => sum(code, finals, resultOf))
}

/** Who scores the goal with this number; `none` if it is never scored. */
function nextGoal(strengths: FootballStrengths, state: FootballState, number: number): Outcome[] | null {
  if (!Number.isInteger(number) || number < 1) return null
  const scored = state.goals[number - 1]
  const decidedFor = (side: string) => ['home', 'away', 'none'].map((code) => decided(code, wins(code === side)))
  if (scored) return decidedFor(scored.side)
  if (state.isEnded) return decidedFor('none')
  const remaining = (matchMinutes - state.minute) / matchMinutes
  const both = strengths.home + strengths.away
  // Either side may score the goals before this one; only their number matters.
  const counts = poisson(both * remaining, maxGoals)
  const missing = counts.slice(0, number - state.goals.length).reduce((all, one) => all + one, 0)
  const share = strengths.home / both
  return [
    { code: 'home', win: (1 - missing) * share, back: 0, result: null },
    { code: 'away', win: (1 - missing) * (1 - share), back: 0, result: null },
    { code: 'none', win: missing, back: 0, result: null },
  ]
}

/** A side that leads by this many goals at any time has won its early result. */
const earlyLead = 2

/**
 * The match result, of which a side also wins as soon as it leads by two goals, whatever follows. Several outcomes may
 * win: a side that was two goals ahead, and the draw in which the match ends.
 */
function earlyResult(strengths: FootballStrengths, state: FootballState): Outcome[] {
  const { home, away } = scoreOf(state.goals)
  const [draw] = priceFootball(strengths, state, { type: 'result', line: null })!.filter(({ code }) => code === 'draw')
  return [
    early('home', state, { lead: home - away, own: strengths.home, other: strengths.away }),
    draw!,
    early('away', state, { lead: away - home, own: strengths.away, other: strengths.home }),
  ]
}

function early(code: Side, state: FootballState, of: { lead: number; own: number; other: number }): Outcome {
  if (hasLed(state.goals, code)) return decided(code, 'won')
  if (state.isEnded) return decided(code, wins(of.lead > 0))
  const remaining = (matchMinutes - state.minute) / matchMinutes
  const counts = poisson((of.own + of.other) * remaining, 2 * maxGoals)
  const share = of.own / (of.own + of.other)
  let [win, ahead] = [0, 0]
  /** The probability of each lead after this many more goals, without the paths on which the side was two goals ahead. */
  let leads = new Map([[of.lead, 1]])
  for (const count of counts) {
    const leading = [...leads].reduce((total, [lead, probability]) => total + (lead > 0 ? probability : 0), 0)
    win += count * (ahead + leading)
    const next = new Map<number, number>()
    const add = (lead: number, probability: number) => next.set(lead, (next.get(lead) ?? 0) + probability)
    for (const [lead, probability] of leads) {
      if (lead + 1 === earlyLead) ahead += probability * share
      else add(lead + 1, probability * share)
      add(lead - 1, probability * (1 - share))
    }
    leads = next
  }
  return { code, win, back: 0, result: null }
}

function hasLed(goals: Goal[], of: Side): boolean {
  let lead = 0
  return goals.some(({ side }) => (lead += side === of ? 1 : -1) >= earlyLead)
}

function offerFootball(strengths: FootballStrengths, state: FootballState): MarketKey[] {
  if (state.isEnded) return []
  const { home, away } = scoreOf(state.goals)
  const remaining = (matchMinutes - state.minute) / matchMinutes
  const goals = home + away + (strengths.home + strengths.away) * remaining
  const lead = home - away + (strengths.home - strengths.away) * remaining
  const total = Math.max(home + away, Math.floor(goals)) + 0.5
  const lines = (type: string, values: number[]) => values.map((line) => ({ type, line: lineText(line) }))
  const half: MarketKey[] =
    state.minute < halfMinutes
      ? [
          { type: 'halfResult', line: null },
          ...lines(
            'halfTotal',
            [0, 1].map((more) => scoreOf(state.goals).home + scoreOf(state.goals).away + more + 0.5),
          ),
        ]
      : []
  return [
    { type: 'result', line: null },
    ...lines(
      'total',
      [-2, -1, 0, 1, 2].map((step) => total + step).filter((line) => line > home + away),
    ),
    { type: 'bothScore', line: null },
    { type: 'doubleChance', line: null },
    { type: 'earlyResult', line: null },
    ...lines('handicap', linesAround(-lead, 0.25, 5)),
    { type: 'drawNoBet', line: null },
    { type: 'nextGoal', line: String(state.goals.length + 1) },
    ...half,
    ...lines('homeTotal', [home + 0.5, home + 1.5]),
    ...lines('awayTotal', [away + 0.5, away + 1.5]),
    { type: 'oddEven', line: null },
    { type: 'correctScore', line: null },
  ]
}

export const football: Model<FootballStrengths, FootballState> = { offer: offerFootball, price: priceFootball }

/**
 * Combines several selections of one match. They are priced from the same scores, which accounts for their correlation.
 * The combination is lost if one of them is lost, otherwise void if one of them is void, otherwise won. Null if one is
 * not about the final score, or may win or lose half of a stake.
 */
export function combineFootball(
  strengths: FootballStrengths,
  state: FootballState,
  picks: Array<MarketKey & { outcome: string }>,
): Outcome | null {
  const resultsOf = picks.map(({ type, line, outcome }) => outcomesOf(type, line)?.[outcome] ?? null)
  if (resultsOf.some((resultOf) => !resultOf) || picks.some(({ line }) => !Number.isInteger(Number(line) * 2)))
    return null
  return sum('all', finalScores(strengths, state), (score) =>
    combineResults(resultsOf.map((resultOf) => resultOf!(score))),
  )
}

/**
 * The selections that never have a worse result than all of these combined. A combined price below one of theirs would
 * be useless.
 */
export function coveringFootball<Selection extends MarketKey & { outcome: string }>(
  strengths: FootballStrengths,
  state: FootballState,
  picks: Array<MarketKey & { outcome: string }>,
  selections: Selection[],
): Selection[] {
  const resultOf = ({ type, line, outcome }: MarketKey & { outcome: string }) => outcomesOf(type, line)?.[outcome]
  const all = picks.map(resultOf)
  const combined = finalScores(strengths, state).map(([score]) => {
    return { score, least: order.indexOf(combineResults(all.map((each) => each!(score)))) }
  })
  return selections.filter((selection) => {
    const each = resultOf(selection)
    return each && combined.every(({ score, least }) => order.indexOf(each(score)) >= least)
  })
}
const order: LegResult[] = ['lost', 'halfLost', 'void', 'halfWon', 'won']

function combineResults(results: LegResult[]): LegResult {
  if (results.includes('lost')) return 'lost'
  return results.includes('void') ? 'void' : 'won'
}
