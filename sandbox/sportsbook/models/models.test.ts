import { expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { basketball, basketballStart, afterPossession, playBasketball, type BasketballStrengths } from './basketball.ts'
import { combineFootball, finalScores, football, footballAt, playFootball, type FootballState } from './football.ts'
import { expectedReturn, fairProbability, type MarketKey, type Model } from './selection.ts'
import { afterPoint, finals, playTennis, tennis, tennisStart, winsGame, winsTieBreak } from './tennis.ts'
import { oddsWith } from '../pricing/margin.ts'

/** 100,000 with `npm run test:sports`. The seeds are fixed, so a given number always gives the same result. */
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

test('the probabilities of the final states of every model add up to one', () => {
  const total = (all: Iterable<readonly [unknown, number]>) => [...all].reduce((sum, [, each]) => sum + each, 0)
  expect(total(finalScores(strengths, footballAt([], 30)))).toBeCloseTo(1, 12)
  expect(total(finals({ home: 0.65, away: 0.6 }, tennisStart('away')))).toBeCloseTo(1, 12)
  const { over, under } = priceOf(basketball, sides, basketballStart(), { type: 'totalPoints', line: '200.5' })
  expect(over!.win + under!.win).toBeCloseTo(1, 9)
})

test('a quarter line is priced as half a bet on each neighbouring line', () => {
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

test('the price of related selections of one match accounts for their correlation', () => {
  const picks = [
    { type: 'result', line: null, outcome: 'home' },
    { type: 'total', line: '2.5', outcome: 'over' },
  ]
  const both = combineFootball(strengths, kickOff, picks)!
  const direct = finalScores(strengths, kickOff)
    .filter(([{ home, away }]) => home > away && home + away > 2.5)
    .reduce((sum, [, each]) => sum + each, 0)
  expect(both.win).toBeCloseTo(direct, 12)
  expect(combineFootball(strengths, kickOff, [...picks, { type: 'total', line: '2.25', outcome: 'over' }])).toBeNull()
  expect(
    combineFootball(strengths, kickOff, [...picks, { type: 'halfResult', line: null, outcome: 'home' }]),
  ).toBeNull()
  expect(combineFootball(strengths, kickOff, [...picks, { type: 'result', line: null, outcome: 'other' }])).toBeNull()
})

test('an early result is won as soon as its side leads by two goals, whatever follows', () => {
  const goal = (minute: number, side: 'home' | 'away') => ({ minute, side })
  const goals = [
    goal(5, 'away'),
    goal(20, 'home'),
    goal(30, 'home'),
    goal(44, 'home'),
    goal(70, 'away'),
    goal(80, 'away'),
  ]
  const at = (minute: number) =>
    priceOf(football, strengths, footballAt(goals, minute), { type: 'earlyResult', line: null })
  const resultsAt = (minute: number) => Object.values(at(minute)).map(({ result }) => result)
  // At 2-1 nobody has led by two goals.
  expect(resultsAt(43)).toEqual([null, null, null])
  expect(resultsAt(44)).toEqual(['won', null, null])
  // It ends 3-3: the side that was ahead and the draw have won.
  expect(resultsAt(90)).toEqual(['won', 'won', 'lost'])
})

test('an early result is priced like all orders of the remaining goals', () => {
  // Counts the orders of up to 12 goals one by one, independent of the model.
  const share = strengths.home / (strengths.home + strengths.away)
  const sums = { home: 0, draw: 0, away: 0 }
  for (let count = 0; count <= 12; count++)
    for (let order = 0; order < 2 ** count; order++) {
      let [lead, highest, lowest, probability] = [0, 0, 0, chanceOf(count, strengths.home + strengths.away)]
      for (let goal = 0; goal < count; goal++) {
        const isHome = ((order >> goal) & 1) === 1
        lead += isHome ? 1 : -1
        probability *= isHome ? share : 1 - share
        highest = Math.max(highest, lead)
        lowest = Math.min(lowest, lead)
      }
      if (highest >= 2 || lead > 0) sums.home += probability
      if (lead === 0) sums.draw += probability
      if (lowest <= -2 || lead < 0) sums.away += probability
    }
  const { home, draw, away } = priceOf(football, strengths, kickOff, { type: 'earlyResult', line: null })
  expect(home!.win).toBeCloseTo(sums.home, 4)
  expect(draw!.win).toBeCloseTo(sums.draw, 4)
  expect(away!.win).toBeCloseTo(sums.away, 4)
  // The early payout costs something: its price is lower than that of the result alone.
  const result = priceOf(football, strengths, kickOff, { type: 'result', line: null })
  expect(home!.win - result.home!.win).toBeGreaterThan(0.005)
  expect(football.price(strengths, kickOff, { type: 'earlyResult', line: '1' })).toBeNull()
})

/** Selections that may be combined, with the scores that each outcome needs, independent of the model. */
const needs: Array<[MarketKey & { outcome: string }, (home: number, away: number) => 'won' | 'lost' | 'void']> = [
  [{ type: 'result', line: null, outcome: 'home' }, (home, away) => (home > away ? 'won' : 'lost')],
  [{ type: 'doubleChance', line: null, outcome: 'drawOrAway' }, (home, away) => (home <= away ? 'won' : 'lost')],
  [{ type: 'total', line: '2.5', outcome: 'over' }, (home, away) => (home + away >= 3 ? 'won' : 'lost')],
  [
    { type: 'total', line: '3', outcome: 'under' },
    (home, away) => (home + away === 3 ? 'void' : home + away < 3 ? 'won' : 'lost'),
  ],
  [{ type: 'bothScore', line: null, outcome: 'yes' }, (home, away) => (home > 0 && away > 0 ? 'won' : 'lost')],
  [
    { type: 'drawNoBet', line: null, outcome: 'away' },
    (home, away) => (home === away ? 'void' : away > home ? 'won' : 'lost'),
  ],
  [
    { type: 'handicap', line: '-1', outcome: 'home' },
    (home, away) => (home - away === 1 ? 'void' : home - away > 1 ? 'won' : 'lost'),
  ],
  [{ type: 'homeTotal', line: '1.5', outcome: 'over' }, (home) => (home > 1 ? 'won' : 'lost')],
  [{ type: 'awayTotal', line: '0.5', outcome: 'under' }, (_home, away) => (away === 0 ? 'won' : 'lost')],
  [{ type: 'oddEven', line: null, outcome: 'odd' }, (home, away) => ((home + away) % 2 === 1 ? 'won' : 'lost')],
  [{ type: 'correctScore', line: null, outcome: 'other' }, (home, away) => (home > 4 || away > 4 ? 'won' : 'lost')],
]
/** Draws different selections from a seed. */
function combinationOf(seed: string) {
  const random = randomFrom(seed)
  const left = [...needs]
  const count = 2 + Math.floor(random() * 3)
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}
const combinedResult = (results: Array<'won' | 'lost' | 'void'>) =>
  results.includes('lost') ? 'lost' : results.includes('void') ? 'void' : 'won'
const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1))
const chanceOf = (goals: number, mean: number) => (Math.exp(-mean) * mean ** goals) / factorial(goals)

// Shows: attack 196
test('the price of any combination equals a direct sum over all scores', () => {
  for (let trial = 0; trial < 200; trial++) {
    const combination = combinationOf(`combination ${trial}`)
    const picks = combination.map(([pick]) => pick)
    const sums = { won: 0, void: 0, lost: 0 }
    for (let home = 0; home < 25; home++)
      for (let away = 0; away < 25; away++)
        sums[combinedResult(combination.map(([, resultOf]) => resultOf(home, away)))] +=
          chanceOf(home, strengths.home) * chanceOf(away, strengths.away)
    const outcome = combineFootball(strengths, kickOff, picks)!
    expect(outcome.win, JSON.stringify(picks)).toBeCloseTo(sums.won, 7)
    expect(outcome.back, JSON.stringify(picks)).toBeCloseTo(sums.void, 7)
  }
})

test('in simulated matches, combinations are won and void as often as their price implies', () => {
  const played = Math.max(4_000, matches)
  const scores = Array.from({ length: played }, (_, match) =>
    playFootball(randomFrom(`combined ${match}`), strengths).reduce(
      (score, { side }) => ({ ...score, [side]: score[side] + 1 }),
      { home: 0, away: 0 },
    ),
  )
  for (let trial = 0; trial < 40; trial++) {
    const combination = combinationOf(`played ${trial}`)
    const outcome = combineFootball(
      strengths,
      kickOff,
      combination.map(([pick]) => pick),
    )!
    const results = scores.map(({ home, away }) =>
      combinedResult(combination.map(([, resultOf]) => resultOf(home, away))),
    )
    for (const [result, chance] of [
      ['won', outcome.win],
      ['void', outcome.back],
    ] as const) {
      const share = results.filter((each) => each === result).length / played
      // With a probability of 0, no deviation is allowed.
      expect(Math.abs(share - chance)).toBeLessThanOrEqual(4 * Math.sqrt((chance * (1 - chance)) / played) + 1e-9)
    }
  }
})

test('odds are the fair odds minus the margin, rounded down to the ladder', () => {
  expect([0.5, 0.349, 0.0523, 0.999, 0.0001].map((probability) => oddsWith(0.05, probability))).toEqual([
    '1.90',
    '2.72',
    '18.00',
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

/** Checks that the value of every selection is a martingale over the successive states of each match. */
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
          // The value at the fair odds of the start, which includes wins and returned stakes.
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
  'football prices are martingales over simulated matches',
  () => {
    const markets = [
      { type: 'result', line: null },
      { type: 'total', line: '2.5' },
      { type: 'total', line: '2.25' },
      { type: 'handicap', line: '-0.75' },
      { type: 'bothScore', line: null },
      { type: 'nextGoal', line: '2' },
      { type: 'earlyResult', line: null },
      { type: 'halfResult', line: null },
    ]
    expectMartingale(football, strengths, markets, (match) => {
      const goals = playFootball(randomFrom(`football ${match}`), strengths)
      return [0, 20, 40, 60, 80, 90].map((minute) => footballAt(goals, minute))
    })
  },
  timeoutMs,
)

// Shows: attack 196
test(
  'prices of combinations are martingales over simulated matches',
  () => {
    const isPossible = (combination: typeof needs) =>
      combineFootball(
        strengths,
        kickOff,
        combination.map(([pick]) => pick),
      )!.win > 0.01
    const combinations = Array.from({ length: 24 }, (_, index) => combinationOf(`martingale ${index}`)).filter(
      isPossible,
    )
    expect(combinations.length).toBeGreaterThan(8)
    const model: Model<typeof strengths, FootballState> = {
      offer: () => [],
      price: (of, state, { line }) => {
        const combined = combineFootball(
          of,
          state,
          combinations[Number(line)]!.map(([pick]) => pick),
        )!
        return [combined]
      },
    }
    const markets = combinations.map((_, index) => ({ type: 'builder', line: String(index) }))
    expectMartingale(model, strengths, markets, (match) => {
      const goals = playFootball(randomFrom(`football ${match}`), strengths)
      return [0, 20, 40, 60, 80, 90].map((minute) => footballAt(goals, minute))
    })
  },
  timeoutMs,
)

test(
  'tennis prices are martingales over simulated matches',
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
  'basketball prices are martingales over simulated matches',
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
