import { expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { basketball, basketballStart, afterPossession, playBasketball, type BasketballStrengths } from './basketball.ts'
import { combineFootball, finalScores, football, footballAt, playFootball, type FootballState } from './football.ts'
import { expectedReturn, fairProbability, type MarketKey, type Model } from './selection.ts'
import { afterPoint, finals, playTennis, tennis, tennisStart, winsGame, winsTieBreak } from './tennis.ts'
import { oddsOf, withMargin } from '../pricing/margin.ts'

/** 100,000 with SPORTSBOOK_MATCHES=100000; the seeds are fixed, so that a smaller number passes or fails for good. */
const matches = Number(process.env.SPORTSBOOK_MATCHES ?? 150)
const timeoutMs = 60_000 + matches * 20
const strengths = { home: 1.5, away: 1.1 }
const kickOff = footballAt([], 0)
const priceOf = <Strengths, State>(model: Model<Strengths, State>, of: Strengths, state: State, market: MarketKey) =>
  Object.fromEntries(model.price(of, state, market)!.map((outcome) => [outcome.code, outcome]))

test('1.5 against 1.1 expected goals are .464244, .257667 and .278089', () => {
  const { home, draw, away } = priceOf(football, strengths, kickOff, { type: 'result', line: null })
  expect(home!.win).toBeCloseTo(0.464244, 6)
  expect(draw!.win).toBeCloseTo(0.257667, 6)
  expect(away!.win).toBeCloseTo(0.278089, 6)
})

test('a server who wins 62 % of points holds 77.5863 % of games', () => {
  expect(winsGame(0.62)).toBeCloseTo(0.775863, 6)
  expect(winsTieBreak({ home: 0.62, away: 0.62 }, 'home')).toBeCloseTo(0.5, 12)
})

test('the final states of every model add up to one', () => {
  const total = (all: Iterable<readonly [unknown, number]>) => [...all].reduce((sum, [, each]) => sum + each, 0)
  expect(total(finalScores(strengths, footballAt([], 30)))).toBeCloseTo(1, 12)
  expect(total(finals({ home: 0.65, away: 0.6 }, tennisStart('away')))).toBeCloseTo(1, 12)
  const { over, under } = priceOf(basketball, sides, basketballStart(), { type: 'totalPoints', line: '200.5' })
  expect(over!.win + under!.win).toBeCloseTo(1, 9)
})

test('a quarter line is half a bet on each neighbour', () => {
  const at = (line: string) => priceOf(football, strengths, kickOff, { type: 'handicap', line }).home!
  const [quarter, level, half] = [at('-0.25'), at('0'), at('-0.5')]
  for (const odds of [1.5, 2, 3])
    expect(expectedReturn(quarter, odds)).toBeCloseTo(
      (expectedReturn(level, odds) + expectedReturn(half, odds)) / 2,
      12,
    )
  const drawn: FootballState = { minute: 90, goals: [], isEnded: true }
  expect(priceOf(football, strengths, drawn, { type: 'handicap', line: '-0.25' }).home!.result).toBe('halfLost')
  expect(priceOf(football, strengths, drawn, { type: 'handicap', line: '0.25' }).home!.result).toBe('halfWon')
  expect(priceOf(football, strengths, drawn, { type: 'handicap', line: '0' }).home!.result).toBe('void')
})

test('a market is decided as soon as nothing can change it, and not before', () => {
  const early = footballAt([{ minute: 12, side: 'home' }], 13)
  const total = (line: string) => priceOf(football, strengths, early, { type: 'total', line })
  expect(total('0.5')).toMatchObject({ over: { result: 'won' }, under: { result: 'lost' } })
  expect(total('1.5')).toMatchObject({ over: { result: null }, under: { result: null } })
  expect(priceOf(football, strengths, early, { type: 'nextGoal', line: '1' }).home!.result).toBe('won')
  const score = priceOf(football, strengths, early, { type: 'correctScore', line: null })
  expect([score['0-0']!.result, score['1-0']!.result]).toEqual(['lost', null])
  expect(priceOf(football, strengths, footballAt([], 46), { type: 'halfResult', line: null }).draw!.result).toBe('won')
})

test('related selections of one match are priced together', () => {
  const picks = [
    { type: 'result', line: null, outcome: 'home' },
    { type: 'total', line: '2.5', outcome: 'over' },
  ]
  const both = combineFootball(strengths, kickOff, picks)!
  const direct = finalScores(strengths, kickOff)
    .filter(([{ home, away }]) => home > away && home + away > 2.5)
    .reduce((sum, [, each]) => sum + each, 0)
  expect(both.win).toBeCloseTo(direct, 12)
  expect(combineFootball(strengths, kickOff, [{ type: 'handicap', line: '0', outcome: 'home' }])).toBeNull()
})

test('a margin is taken by one power, more from long shots, and the odds are of the ladder', () => {
  const fair = [0.7, 0.2, 0.1]
  const taken = withMargin(fair, 0.05)
  expect(taken.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1.05, 9)
  const power = Math.log(taken[0]!) / Math.log(0.7)
  for (const [index, each] of fair.entries()) expect(taken[index]).toBeCloseTo(each ** power, 9)
  expect(taken[2]! / 0.1).toBeGreaterThan(taken[0]! / 0.7)
  expect([oddsOf(0.5), oddsOf(0.349), oddsOf(0.0523), oddsOf(0.999), oddsOf(0.0001)]).toEqual([
    '2.00',
    '2.86',
    '19.00',
    null,
    null,
  ])
})

const sides: BasketballStrengths = { home: [0.5, 0.03, 0.33, 0.14], away: [0.51, 0.04, 0.32, 0.13] }

type Sums = { count: number; sum: number; squares: number }

/** How far the mean of the differences is from 0, in standard errors. */
function sigmas({ count, sum, squares }: Sums): number {
  const mean = sum / count
  const variance = (squares - count * mean ** 2) / (count - 1)
  return variance <= 1e-15 ? (Math.abs(mean) <= 1e-9 ? 0 : Infinity) : Math.abs(mean) / Math.sqrt(variance / count)
}

/** Of each match: what every selection is worth at its states, one after the other. */
function expectMartingale<Strengths, State>(
  model: Model<Strengths, State>,
  of: Strengths,
  markets: MarketKey[],
  states: (match: number) => State[],
) {
  const changes = new Map<string, Sums>()
  // Many matches pass through the same states.
  const priced = new Map<string, ReturnType<typeof priceAll>>()
  const priceAll = (state: State) => markets.map((market) => model.price(of, state, market)!)
  const valuesOf = (state: State) => {
    const key = JSON.stringify(state)
    const values = priced.get(key) ?? priceAll(state)
    if (priced.size < 50_000) priced.set(key, values)
    return values
  }
  for (let match = 0; match < matches; match++) {
    const path = states(match).map(valuesOf)
    for (const [at, market] of markets.entries())
      for (let step = 1; step < path.length; step++)
        for (const [index, outcome] of path[step]![at]!.entries()) {
          const before = path[step - 1]![at]![index]!
          const key = `${market.type} ${market.line} ${outcome.code} step ${step}`
          const sums = changes.get(key) ?? { count: 0, sum: 0, squares: 0 }
          changes.set(key, sums)
          // At the fair odds of the start: what is won and what is returned count.
          const odds = 1 / fairProbability(path[0]![at]![index]!)
          const change = expectedReturn(outcome, odds) - expectedReturn(before, odds)
          sums.count++
          sums.sum += change
          sums.squares += change ** 2
        }
    for (const outcome of path.at(-1)!.flat()) expect(outcome.result).not.toBeNull()
  }
  const worst = [...changes].map(([key, all]) => [key, sigmas(all)] as const).filter(([, sigma]) => sigma >= 4)
  expect(worst).toEqual([])
}

test(
  'football prices are martingales over the matches that the model plays',
  () => {
    const markets = [
      { type: 'result', line: null },
      { type: 'total', line: '2.5' },
      { type: 'total', line: '2.25' },
      { type: 'handicap', line: '-0.75' },
      { type: 'bothScore', line: null },
      { type: 'nextGoal', line: '2' },
      { type: 'halfResult', line: null },
    ]
    expectMartingale(football, strengths, markets, (match) => {
      const goals = playFootball(randomFrom(`football ${match}`), strengths)
      return [0, 20, 40, 60, 80, 90].map((minute) => footballAt(goals, minute))
    })
  },
  timeoutMs,
)

test(
  'tennis prices are martingales over the matches that the model plays',
  () => {
    const of = { home: 0.66, away: 0.62 }
    const markets = [
      { type: 'winner', line: null },
      { type: 'totalGames', line: '21.5' },
      { type: 'gameHandicap', line: '-2.5' },
      { type: 'setScore', line: null },
    ]
    expectMartingale(tennis, of, markets, (match) => {
      const winners = playTennis(randomFrom(`tennis ${match}`), of, 'home')
      const after = (points: number) => winners.slice(0, points).reduce(afterPoint, tennisStart('home'))
      return [0, 25, 60, 90, winners.length].map(after)
    })
  },
  timeoutMs,
)

test(
  'basketball prices are martingales over the matches that the model plays',
  () => {
    const markets = [
      { type: 'moneyline', line: null },
      { type: 'pointHandicap', line: '-3.5' },
      { type: 'totalPoints', line: '190' },
      { type: 'regularResult', line: null },
    ]
    expectMartingale(basketball, sides, markets, (match) => {
      const possessions = playBasketball(randomFrom(`basketball ${match}`), sides)
      const after = (count: number) => possessions.slice(0, count).reduce(afterPossession, basketballStart())
      return [0, 60, 140, 190, possessions.length].map(after)
    })
  },
  timeoutMs,
)
