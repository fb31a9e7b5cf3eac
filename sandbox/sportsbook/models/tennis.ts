/** Tennis, best of three sets: a Markov chain of points, in which the server wins each with a fixed probability. */
import type { LegResult } from '#contract/settlement/settle.ts'
import type { Random } from '../random.ts'
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
import type { Side } from '../wire.ts'

/** The probability with which each player wins a point on their own serve. */
export type TennisStrengths = { home: number; away: number }
type Pair = { home: number; away: number }
export type TennisState = {
  /** Games of each finished set. */
  past: Pair[]
  games: Pair
  points: Pair
  /** The player who serves the current game; in a tie-break, its first point. */
  server: Side
  isEnded: boolean
}

const setsToWin = 2
const other = (side: Side): Side => (side === 'home' ? 'away' : 'home')
const isTieBreak = ({ home, away }: Pair) => home === 6 && away === 6

export const tennisStart = (server: Side): TennisState => ({
  past: [],
  games: { home: 0, away: 0 },
  points: { home: 0, away: 0 },
  server,
  isEnded: false,
})

/** In a tie-break the first point is served by one player, then two each. */
export function serverOfPoint({ games, points, server }: TennisState): Side {
  if (!isTieBreak(games)) return server
  return Math.floor((points.home + points.away + 1) / 2) % 2 === 0 ? server : other(server)
}

/** The state after a point. */
export function afterPoint(state: TennisState, winner: Side): TennisState {
  const points = { ...state.points, [winner]: state.points[winner] + 1 }
  const needed = isTieBreak(state.games) ? 7 : 4
  const [high, low] = [points[winner], points[other(winner)]]
  if (high < needed || high - low < 2) return { ...state, points }
  return afterGame(state, winner)
}

function afterGame(state: TennisState, winner: Side): TennisState {
  const games = { ...state.games, [winner]: state.games[winner] + 1 }
  const next = { ...state, games, points: { home: 0, away: 0 }, server: other(state.server) }
  const [high, low] = [games[winner], games[other(winner)]]
  if (!(high === 7 || (high === 6 && low <= 4))) return next
  const past = [...state.past, games]
  const isEnded = setsOf(past)[winner] === setsToWin
  return { ...next, past, games: { home: 0, away: 0 }, isEnded }
}

export function setsOf(past: Pair[]): Pair {
  return {
    home: past.filter(({ home, away }) => home > away).length,
    away: past.filter(({ home, away }) => away > home).length,
  }
}

/** The winners of all points of a match, in order. */
export function playTennis(random: Random, strengths: TennisStrengths, server: Side): Side[] {
  const winners: Side[] = []
  for (let state = tennisStart(server); !state.isEnded;) {
    const serving = serverOfPoint(state)
    const winner = random() < strengths[serving] ? serving : other(serving)
    winners.push(winner)
    state = afterPoint(state, winner)
  }
  return winners
}

/** Probability that the server wins the game from this score. */
export function winsGame(p: number, served = 0, received = 0): number {
  if (served >= 3 && received >= 3) {
    const deuce = (p * p) / (p * p + (1 - p) * (1 - p))
    if (served === received) return deuce
    if (Math.abs(served - received) >= 2) return served > received ? 1 : 0
    return served > received ? p + (1 - p) * deuce : p * deuce
  }
  if (served >= 4) return 1
  if (received >= 4) return 0
  return p * winsGame(p, served + 1, received) + (1 - p) * winsGame(p, served, received + 1)
}

/** Probability that home wins the tie-break from this score, when `server` serves its first point. */
export function winsTieBreak(strengths: TennisStrengths, server: Side, points: Pair = { home: 0, away: 0 }): number {
  const memo = new Map<number, number>()
  const ofHome = (side: Side) => (side === 'home' ? strengths.home : 1 - strengths.away)
  const both = strengths.home * (1 - strengths.away)
  const none = (1 - strengths.home) * strengths.away
  const level = both / (both + none)
  const from = (home: number, away: number): number => {
    if (home >= 7 && home - away >= 2) return 1
    if (away >= 7 && away - home >= 2) return 0
    const p = ofHome(serverOfPoint({ ...tennisStart(server), games: { home: 6, away: 6 }, points: { home, away } }))
    // From 6-6 on, each player serves one of every two points.
    if (home >= 6 && home === away) return level
    const key = home * 64 + away
    const known = memo.get(key)
    if (known !== undefined) return known
    const value = p * from(home + 1, away) + (1 - p) * from(home, away + 1)
    memo.set(key, value)
    return value
  }
  return from(points.home, points.away)
}

type SetEnd = { games: Pair; nextServer: Side; probability: number }

/**
 * Every end of the current set with its probability. Calculated game by game over all scores with the same number of
 * games.
 */
export function setEnds(strengths: TennisStrengths, state: Pick<TennisState, 'games' | 'points' | 'server'>): SetEnd[] {
  const ends: SetEnd[] = []
  const hold = { home: winsGame(strengths.home), away: winsGame(strengths.away) }
  const tieBreak = { home: winsTieBreak(strengths, 'home'), away: winsTieBreak(strengths, 'away') }
  type Reached = { games: Pair; probability: number }
  let scores = new Map<number, Reached>([[state.games.home, { games: state.games, probability: 1 }]])
  let ofHome = () => gameChance(strengths, state)
  for (let server = state.server; scores.size > 0; server = other(server)) {
    const next = new Map<number, Reached>()
    for (const { games, probability } of scores.values()) {
      const home = isTieBreak(games) && games !== state.games ? tieBreak[server] : ofHome()
      for (const [winner, chance] of [
        ['home', probability * home],
        ['away', probability * (1 - home)],
      ] as const) {
        const reached = afterGame({ ...tennisStart(server), games }, winner)
        const [end] = reached.past
        const known = next.get(reached.games.home)
        if (end) ends.push({ games: end, nextServer: reached.server, probability: chance })
        else next.set(reached.games.home, { games: reached.games, probability: chance + (known?.probability ?? 0) })
      }
    }
    scores = next
    const following = other(server)
    ofHome = () => (following === 'home' ? hold.home : 1 - hold.away)
  }
  return ends
}

/** Probability that home wins the current game or tie-break. */
function gameChance(strengths: TennisStrengths, state: Pick<TennisState, 'games' | 'points' | 'server'>): number {
  if (isTieBreak(state.games)) return winsTieBreak(strengths, state.server, state.points)
  const { home, away } = state.points
  return state.server === 'home' ? winsGame(strengths.home, home, away) : 1 - winsGame(strengths.away, away, home)
}

type Final = { sets: Pair; games: Pair }
type Finals = Array<readonly [Final, number]>

/** Every final result of the match: sets and games of both players. */
export function finals(strengths: TennisStrengths, state: TennisState): Finals {
  const total = (past: Pair[]) =>
    past.reduce((all, set) => ({ home: all.home + set.home, away: all.away + set.away }), { home: 0, away: 0 })
  const start = { sets: setsOf(state.past), games: total(state.past) }
  if (state.isEnded) return [[start, 1]]
  const fresh: Partial<Record<Side, SetEnd[]>> = {}
  const endsFor = (server: Side) =>
    (fresh[server] ??= setEnds(strengths, { games: { home: 0, away: 0 }, points: { home: 0, away: 0 }, server }))
  const reached = new Map<string, [Final, number]>()
  const addFinals = (from: Final, ends: SetEnd[], probability: number) => {
    for (const end of ends) {
      const winner: Side = end.games.home > end.games.away ? 'home' : 'away'
      const sets = { ...from.sets, [winner]: from.sets[winner] + 1 }
      const games = { home: from.games.home + end.games.home, away: from.games.away + end.games.away }
      const chance = probability * end.probability
      if (sets[winner] < setsToWin) addFinals({ sets, games }, endsFor(end.nextServer), chance)
      else {
        const key = `${sets.home}-${sets.away}:${games.home}-${games.away}`
        const known = reached.get(key)
        if (known) known[1] += chance
        else reached.set(key, [{ sets, games }, chance])
      }
    }
  }
  addFinals(start, setEnds(strengths, state), 1)
  return [...reached.values()]
}

const byFinal: Record<string, (line: number) => Record<string, (final: Final) => LegResult>> = {
  winner: () => ({
    home: ({ sets }) => wins(sets.home > sets.away),
    away: ({ sets }) => wins(sets.away > sets.home),
  }),
  setScore: () =>
    Object.fromEntries(
      ['2-0', '2-1', '1-2', '0-2'].map((score) => [score, ({ sets }) => wins(`${sets.home}-${sets.away}` === score)]),
    ),
  totalSets: (line) => ({
    over: ({ sets }) => overLine(sets.home + sets.away, line),
    under: ({ sets }) => underLine(sets.home + sets.away, line),
  }),
  totalGames: (line) => ({
    over: ({ games }) => overLine(games.home + games.away, line),
    under: ({ games }) => underLine(games.home + games.away, line),
  }),
  gameHandicap: (line) => ({
    home: ({ games }) => overLine(games.home - games.away, -line),
    away: ({ games }) => underLine(games.home - games.away, -line),
  }),
}
const withLine = new Set(['totalSets', 'totalGames', 'gameHandicap'])

/** Caches the finals, which are expensive, because a state is priced for many markets. */
const known = new WeakMap<TennisState, { strengths: TennisStrengths; finals: Finals }>()

function finalsOf(strengths: TennisStrengths, state: TennisState): Finals {
  const found = known.get(state)
  if (found?.strengths === strengths) return found.finals
  const fresh = finals(strengths, state)
  known.set(state, { strengths, finals: fresh })
  return fresh
}

const decidedFor = (winner: Side): Outcome[] =>
  (['home', 'away'] as const).map((code) => decided(code, wins(code === winner)))

const open = (ofHome: number): Outcome[] => [
  { code: 'home', win: ofHome, back: 0, result: null },
  { code: 'away', win: 1 - ofHome, back: 0, result: null },
]

function priceTennis(strengths: TennisStrengths, state: TennisState, { type, line }: MarketKey): Outcome[] | null {
  if (type === 'setWinner') return setWinner(strengths, state, Number(line))
  const build = byFinal[type]
  const isLined = withLine.has(type)
  if (!build || isLined !== (line !== null)) return null
  if (isLined && !Number.isInteger(Number(line) * 2)) return null
  const all = finalsOf(strengths, state)
  return Object.entries(build(Number(line))).map(([code, resultOf]) => sum(code, all, resultOf))
}

/** The set with this number; only the current one is priced, as those after it depend on whether they are played. */
function setWinner(strengths: TennisStrengths, state: TennisState, number: number): Outcome[] | null {
  const past = state.past[number - 1]
  if (past) return decidedFor(past.home > past.away ? 'home' : 'away')
  if (number !== state.past.length + 1 || state.isEnded) return null
  const ofHome = setEnds(strengths, state)
    .filter(({ games }) => games.home > games.away)
    .reduce((all, { probability }) => all + probability, 0)
  return open(ofHome)
}

function offerTennis(strengths: TennisStrengths, state: TennisState): MarketKey[] {
  if (state.isEnded) return []
  let [games, lead] = [0, 0]
  for (const [final, probability] of finalsOf(strengths, state)) {
    games += probability * (final.games.home + final.games.away)
    lead += probability * (final.games.home - final.games.away)
  }
  const sets = setsOf(state.past)
  const halves = (centre: number) => linesAround(Math.floor(centre) + 0.5, 1, 5).map((line) => Math.floor(line) + 0.5)
  return [
    { type: 'winner', line: null },
    { type: 'setWinner', line: String(state.past.length + 1) },
    ...halves(games).map((line) => ({ type: 'totalGames', line: lineText(line) })),
    ...halves(-lead).map((line) => ({ type: 'gameHandicap', line: lineText(line) })),
    { type: 'setScore', line: null },
    ...(sets.home === sets.away && sets.home === 1 ? [] : [{ type: 'totalSets', line: '2.5' }]),
  ]
}

export const tennis: Model<TennisStrengths, TennisState> = { offer: offerTennis, price: priceTennis }
