import { describe, expect, test } from 'vitest'
import { exactRates } from '../../../reference/index.ts'
import type { Round } from '../../settled-play.ts'
import { addRound, noScore, type RunRules, type Score } from './score.ts'

const game = { studio: 'house', id: 'mines' }
const rules = (more: Partial<RunRules> = {}): RunRules => ({
  scoreBy: 'stake',
  firstRounds: null,
  bestRounds: null,
  multiplierCap: null,
  minStake: 0n,
  games: null,
  currencies: null,
  countsBonusMoney: false,
  countsFreeSpins: false,
  startsAt: 1000,
  endsAt: 2000,
  rates: exactRates({ EUR: '1', USD: '1.25', BTC: '0.00001' }),
  ...more,
})
const round = (more: Partial<Round> = {}): Round => ({
  movement: 1,
  currency: 'EUR',
  game,
  betAt: 1500,
  settledAt: 1500,
  stake: 100n,
  won: 0n,
  bonusStake: 0n,
  freeStake: 0n,
  ...more,
})
const counts = (run: Partial<RunRules>, one: Partial<Round>) => addRound(rules(run), noScore(), round(one))

/** The score after rounds with these stakes and wins, whose movements are 1, 2, 3 and so on. */
function scoreOf(run: Partial<RunRules>, ...played: Array<Partial<Round>>): Score {
  const own = noScore()
  for (const [index, one] of played.entries()) addRound(rules(run), own, round({ movement: index + 1, ...one }))
  return own
}
const won = (...wins: bigint[]) => wins.map((each) => ({ won: each }))

describe('a round counts', () => {
  test('from the start of the run to before its end, by the moment at which it settled', () => {
    const moments = [999, 1000, 1999, 2000]
    expect(moments.map((settledAt) => counts({}, { settledAt }))).toEqual([false, true, true, false])
    expect(counts({}, { betAt: 0 })).toBe(true)
  })

  test('in the games and currencies of the run', () => {
    const run = { games: new Set(['mines']), currencies: new Set(['USD']) }
    expect(counts(run, { currency: 'USD' })).toBe(true)
    expect(counts(run, { currency: 'EUR' })).toBe(false)
    expect(counts(run, { currency: 'USD', game: { ...game, id: 'dice' } })).toBe(false)
  })

  test('with bonus money and free spins only where the run says so', () => {
    expect(counts({}, { bonusStake: 1n })).toBe(false)
    expect(counts({ countsBonusMoney: true }, { bonusStake: 1n })).toBe(true)
    expect(counts({ countsBonusMoney: true }, { freeStake: 1n })).toBe(false)
    expect(counts({ countsFreeSpins: true }, { stake: 0n, freeStake: 1n })).toBe(true)
  })

  test('from the least stake of the run, converted to the base currency', () => {
    expect([99n, 100n].map((stake) => counts({ minStake: 100n }, { stake }))).toEqual([false, true])
    // 1.24 and 1.25 dollars are 0.99 and 1.00 euros.
    const inDollars = (stake: bigint) => counts({ minStake: 100n }, { currency: 'USD', stake })
    expect([124n, 125n].map(inDollars)).toEqual([false, true])
    expect(counts({}, { stake: 0n, won: 500n })).toBe(false)
    expect(counts({}, { currency: 'ETH' })).toBe(false)
  })
})

describe('a score', () => {
  test('by stake is the sum in the base currency, each round truncated', () => {
    const played = [
      { currency: 'USD', stake: 199n },
      { currency: 'USD', stake: 199n },
      { currency: 'BTC', stake: 1000n },
    ]
    // 1.592 and 1.592 euros, then 0.00001 BTC, which are one euro.
    expect(scoreOf({}, ...played)).toEqual({ score: 159n + 159n + 100n, reached: 3n, rounds: 3, best: [] })
  })

  test('by net win falls with losses', () => {
    expect(scoreOf({ scoreBy: 'net' }, ...won(250n, 0n, 100n))).toMatchObject({ score: 50n, reached: 2n, rounds: 3 })
  })

  test('by rounds counts them', () => {
    expect(scoreOf({ scoreBy: 'rounds' }, ...won(0n, 0n, 9n))).toMatchObject({ score: 3n, reached: 3n, rounds: 3 })
  })

  test('by the highest multiplier was reached by the first round with it', () => {
    const played = won(50n, 300n, 299n, 300n)
    expect(scoreOf({ scoreBy: 'multiplier' }, ...played)).toMatchObject({ score: 300n, reached: 2n, rounds: 4 })
    expect(scoreOf({ scoreBy: 'multiplier' }, ...won(0n))).toMatchObject({ score: 0n, reached: 1n, rounds: 1 })
    // 1.999 is 1.99 in hundredths.
    expect(scoreOf({ scoreBy: 'multiplier' }, { stake: 1000n, won: 1999n }).score).toBe(199n)
  })

  test('by the first multipliers ignores all later rounds, and those that do not count take no place', () => {
    const run = { scoreBy: 'multipliers', firstRounds: 2, minStake: 100n }
    const played = [...won(150n), { stake: 99n, won: 99_000n }, ...won(25n, 5000n)]
    expect(scoreOf(run, ...played)).toMatchObject({ score: 175n, reached: 3n, rounds: 3 })
  })

  test('by free spins has the multiplier of their stake', () => {
    const free = { stake: 0n, freeStake: 50n, won: 100n }
    expect(scoreOf({ scoreBy: 'multiplier', countsFreeSpins: true }, free).score).toBe(200n)
  })

  test('equalised is the sum of the best of the first rounds, each up to the cap', () => {
    const run = { scoreBy: 'equalised', firstRounds: 5, bestRounds: 2, multiplierCap: 400n }
    expect(scoreOf(run, ...won(100n, 900n, 50n))).toMatchObject({ score: 500n, best: [400n, 100n], reached: 2n })
    // A round as good as the worst of the best changes nothing; a better one replaces it.
    expect(scoreOf(run, ...won(100n, 200n, 100n))).toMatchObject({ score: 300n, best: [200n, 100n], reached: 2n })
    expect(scoreOf(run, ...won(100n, 200n, 150n))).toMatchObject({ score: 350n, best: [200n, 150n], reached: 3n })
    // Without a point, it was reached by none.
    expect(scoreOf(run, ...won(0n, 0n))).toMatchObject({ score: 0n, best: [0n, 0n], reached: 0n, rounds: 2 })
    expect(scoreOf(run, ...won(0n, 0n, 0n, 0n, 30n, 90n))).toMatchObject({ score: 30n, reached: 5n, rounds: 6 })
  })

  test('of an unknown kind is a fault, not zero', () => {
    expect(() => counts({ scoreBy: 'luck' }, {})).toThrow('unknown score luck')
  })
})
