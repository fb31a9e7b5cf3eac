/** `npm run test:sports` compares a hundred thousand slips. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOdds, oddsFormats } from './odds-formats.ts'
import { highestOdds, lowestOdds, onLadder, oddsPattern, readOdds, writeOdds } from './odds.ts'
import {
  countLines,
  highestPayout,
  type LegOutcome,
  settle,
  type Slip,
  slipFault,
  slipOdds,
  systems,
} from './settle.ts'

const slips = Number(process.env.SLIPS ?? 2_000)

/**
 * Calculates with reduced fractions, line by line and part by part. settle.ts must agree with this slower calculation.
 */
class Ratio {
  readonly over: bigint
  readonly under: bigint
  constructor(over: bigint, under = 1n) {
    const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
    const divisor = gcd(over < 0n ? -over : over, under) || 1n
    this.over = over / divisor
    this.under = under / divisor
  }
  plus(other: Ratio) {
    return new Ratio(this.over * other.under + other.over * this.under, this.under * other.under)
  }
  times(other: Ratio) {
    return new Ratio(this.over * other.over, this.under * other.under)
  }
}
type PlacedStake = { stake: Ratio; odds: Ratio; result: LegOutcome['result']; deadHeat: LegOutcome['deadHeat'] }

function decimal(odds: string): Ratio {
  const digits = odds.replace('.', '')
  return new Ratio(BigInt(digits), 10n ** BigInt(odds.includes('.') ? odds.length - odds.indexOf('.') - 1 : 0))
}

/** The return of a stake on one selection, calculated from its two halves. */
function returnOf({ stake, odds, result, deadHeat }: PlacedStake): Ratio {
  const half = stake.times(new Ratio(1n, 2n))
  const share = deadHeat ? new Ratio(BigInt(deadHeat.places), BigInt(deadHeat.tied)) : new Ratio(1n)
  const halves = {
    won: ['won', 'won'],
    lost: ['lost', 'lost'],
    void: ['void', 'void'],
    halfWon: ['won', 'void'],
    halfLost: ['lost', 'void'],
  }
  return halves[result]
    .map((each) => (each === 'void' ? half : each === 'won' ? half.times(share).times(odds) : new Ratio(0n)))
    .reduce((sum, each) => sum.plus(each))
}

function* subsets(from: number[], size: number): Generator<number[]> {
  if (size === 0) return yield []
  for (const [at, first] of from.entries())
    for (const rest of subsets(from.slice(at + 1), size - 1)) yield [first, ...rest]
}

function settleSlowly(slip: Slip, outcomes: LegOutcome[]): bigint {
  const indexes = slip.legs.map((_, at) => at)
  const sizes = slip.kind === 'system' ? slip.systemSizes : [slip.legs.length]
  const lines = sizes.flatMap((size) => [...subsets(indexes, size)])
  const parts = slip.isEachWay ? (['win', 'place'] as const) : (['win'] as const)
  const unit = new Ratio(slip.stake, BigInt(lines.length * parts.length))
  let sum = new Ratio(0n)
  for (const part of parts)
    for (const line of lines) {
      let money = unit
      for (const at of line) {
        const { odds, eachWay } = slip.legs[at]!
        const outcomeOfLeg = outcomes[at]!
        const one = new Ratio(1n)
        money =
          part === 'win'
            ? returnOf({
                stake: money,
                odds: decimal(odds),
                result: outcomeOfLeg.result,
                deadHeat: outcomeOfLeg.deadHeat,
              })
            : returnOf({
                stake: money,
                odds: one.plus(
                  decimal(odds)
                    .plus(new Ratio(-1n))
                    .times(new Ratio(BigInt(eachWay!.numerator), BigInt(eachWay!.denominator))),
                ),
                result: outcomeOfLeg.placeResult!,
                deadHeat: outcomeOfLeg.placeDeadHeat,
              })
      }
      sum = sum.plus(money)
    }
  const floor = sum.over / sum.under
  return (sum.over - floor * sum.under) * 2n >= sum.under ? floor + 1n : floor
}

const result = fc.constantFrom('won', 'won', 'lost', 'void', 'halfWon', 'halfLost')
const deadHeat = fc.option(
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
    .map(([places, more]) => ({ places, tied: places + more })),
  { nil: undefined, freq: 4 },
)
const outcome: fc.Arbitrary<LegOutcome> = fc.record({ result, deadHeat, placeResult: result, placeDeadHeat: deadHeat })
const leg = fc.record({
  odds: fc.oneof(
    fc.bigInt({ min: lowestOdds, max: 30_000n }).map((odds) => writeOdds(onLadder(odds)!)),
    fc.bigInt({ min: 1_001n, max: 2_000_000n }).map(writeOdds),
  ),
  eachWay: fc.record({ numerator: fc.constant(1), denominator: fc.constantFrom(3, 4, 5, 8) }),
})
const slip: fc.Arbitrary<Slip> = fc
  .record({
    legs: fc.array(leg, { minLength: 1, maxLength: 8 }),
    isEachWay: fc.boolean(),
    stake: fc.bigInt({ min: 1n, max: 10_000_000n }),
    isSystem: fc.boolean(),
    sizes: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ legs, isEachWay, stake, isSystem, sizes }): Slip => {
    const systemSizes = isSystem && legs.length > 1 ? sizes.filter((size) => size <= legs.length).toSorted() : []
    const kind = systemSizes.length > 0 ? 'system' : legs.length === 1 ? 'single' : 'accumulator'
    return { legs, isEachWay, stake, kind, systemSizes }
  })

test('payouts agree with an independent calculation, line by line in reduced fractions', { timeout: 900_000 }, () => {
  fc.assert(
    fc.property(slip, fc.array(outcome, { minLength: 8, maxLength: 8 }), (each, all) => {
      const outcomes = all.slice(0, each.legs.length)
      expect(settle(each, outcomes)).toBe(settleSlowly(each, outcomes))
    }),
    { numRuns: slips },
  )
})

test('payouts are never negative and never more than the highest payout', () => {
  fc.assert(
    fc.property(slip, fc.array(outcome, { minLength: 8, maxLength: 8 }), (each, all) => {
      const payout = settle(each, all.slice(0, each.legs.length))
      expect(payout >= 0n && payout <= highestPayout(each)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const single = (odds: string, stake = 100n): Slip => ({
  kind: 'single',
  systemSizes: [],
  isEachWay: false,
  legs: [{ odds }],
  stake,
})

test('one selection pays by the rule of its result', () => {
  const pays = (outcome: LegOutcome, odds = '1.90') => settle(single(odds, 1000n), [outcome])
  expect(pays({ result: 'won' })).toBe(1900n)
  expect(pays({ result: 'lost' })).toBe(0n)
  expect(pays({ result: 'void' })).toBe(1000n)
  expect(pays({ result: 'halfWon' })).toBe(1450n)
  expect(pays({ result: 'halfLost' })).toBe(500n)
  expect(pays({ result: 'won', deadHeat: { places: 1, tied: 2 } })).toBe(950n)
  expect(pays({ result: 'won', deadHeat: { places: 2, tied: 3 } }, '4.50')).toBe(3000n)
})

test('an each-way bet is two bets: ten at 9.00, a quarter of the odds, placed only', () => {
  const slip: Slip = {
    ...single('9.00', 1000n),
    isEachWay: true,
    legs: [{ odds: '9.00', eachWay: { numerator: 1, denominator: 4 } }],
  }
  expect(settle(slip, [{ result: 'lost', placeResult: 'won' }])).toBe(1500n)
  expect(settle(slip, [{ result: 'won', placeResult: 'won' }])).toBe(6000n)
})

test('the named systems have their lines', () => {
  const lines = Object.entries(systems).map(([name, { legs, sizes }]) => [
    name,
    Number(countLines({ kind: 'system', systemSizes: sizes, isEachWay: false, legs: { length: legs } })),
  ])
  expect(Object.fromEntries(lines)).toEqual({
    trixie: 4,
    patent: 7,
    yankee: 11,
    lucky15: 15,
    canadian: 26,
    lucky31: 31,
    heinz: 57,
    lucky63: 63,
    superHeinz: 120,
    goliath: 247,
  })
})

test('a Trixie with one losing selection pays one double', () => {
  const legs = ['2.00', '3.00', '4.00'].map((odds) => ({ odds }))
  const trixie: Slip = { kind: 'system', systemSizes: systems.trixie.sizes, isEachWay: false, legs, stake: 400n }
  expect(settle(trixie, [{ result: 'won' }, { result: 'won' }, { result: 'lost' }])).toBe(600n)
  expect(highestPayout(trixie)).toBe(5000n)
})

test('a payout rounds once, at the end, and half a subunit upwards', () => {
  expect(settle(single('1.50', 1n), [{ result: 'won' }])).toBe(2n)
  expect(settle(single('1.49', 1n), [{ result: 'won' }])).toBe(1n)
  const threeLines: Slip = {
    kind: 'system',
    systemSizes: [1],
    isEachWay: false,
    legs: [{ odds: '2' }, { odds: '2' }, { odds: '2' }],
    stake: 100n,
  }
  expect(settle(threeLines, [{ result: 'won' }, { result: 'won' }, { result: 'won' }])).toBe(200n)
  expect(settle(threeLines, [{ result: 'won' }, { result: 'lost' }, { result: 'lost' }])).toBe(67n)
})

test('a payout is at most its cap', () => {
  expect(settle(single('90.00'), [{ result: 'won' }], 5000n)).toBe(5000n)
  expect(settle(single('2.00'), [{ result: 'won' }], 5000n)).toBe(200n)
})

test('an invalid slip is refused', () => {
  const two = [{ odds: '2.00' }, { odds: '2.00' }]
  expect(slipFault({ ...single('2.00'), stake: 0n })).toMatch(/stake/)
  expect(slipFault({ ...single('2.00'), legs: two })).toMatch(/single/)
  expect(slipFault({ ...single('2.00'), kind: 'accumulator' })).toMatch(/accumulator/)
  expect(slipFault({ ...single('2.00'), kind: 'system', legs: two })).toMatch(/combinations/)
  expect(slipFault({ ...single('2.00'), kind: 'system', legs: two, systemSizes: [3] })).toMatch(/sizes/)
  expect(slipFault({ ...single('2.00'), kind: 'system', legs: two, systemSizes: [2, 1] })).toMatch(/sizes/)
  expect(slipFault({ ...single('2.00'), systemSizes: [1] })).toMatch(/only a system/)
  expect(slipFault({ ...single('2.00'), isEachWay: true })).toMatch(/each-way/)
  expect(() => settle(single('2.00'), [])).toThrow(/outcome/)
  expect(() => settle(single('2.00'), [{ result: 'won', deadHeat: { places: 2, tied: 2 } }])).toThrow(/dead heat/)
})

test('odds of several selections are multiplied exactly; the price is shown rounded down, the payout is of the exact product', () => {
  const together = (...odds: string[]) => {
    const slip: Slip = {
      kind: odds.length === 1 ? 'single' : 'accumulator',
      systemSizes: [],
      isEachWay: false,
      legs: odds.map((each) => ({ odds: each })),
      stake: 0n,
    }
    const price = slipOdds(slip)
    return { price, shown: writeOdds(price), pays: (stake: bigint) => highestPayout({ ...slip, stake }) }
  }
  const product = together('2.67', '5.04')
  expect(product.shown).toBe('13.456')
  expect(product.pays(1_000n)).toBe(13_457n)
  const single = together('146.188')
  expect([single.shown, single.pays(500n)]).toEqual(['146.188', 73_094n])
  // The product is 7.398655.
  const long = together('1.93', '2.05', '1.87')
  expect([long.shown, long.pays(100_000n)]).toEqual(['7.398', 739_866n])
  // Rounding down after each selection would give 146.188.
  const cut = together('1.22', '4.02', '29.81')
  expect([cut.shown, cut.pays(500n)]).toEqual(['146.20', 73_100n])
  const thousandths = fc.bigInt({ min: 1_001n, max: 99_999n })
  fc.assert(
    fc.property(
      fc.array(thousandths, { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      (odds, stake) => {
        const { price, shown, pays } = together(...odds.map(writeOdds))
        const product = odds.reduce((all, each) => all * each, 1n)
        const scale = 1_000n ** BigInt(odds.length)
        const half = (over: bigint, under: bigint) => (2n * over + under) / (2n * under)
        expect(shown).toBe(writeOdds((product * 1_000n) / scale))
        expect(pays(stake)).toBe(half(stake * product, scale))
        expect(pays(stake) * 1_000n).toBeGreaterThanOrEqual(price * stake - 500n)
      },
    ),
    { numRuns: slips },
  )
})

test('odds are read and written exactly', () => {
  for (const [text, thousandths] of [
    ['1.001', 1_001n],
    ['1.91', 1_910n],
    ['2', 2_000n],
    ['10.5', 10_500n],
    ['99999.999', 99_999_999n],
  ] as const) {
    expect(readOdds(text)).toBe(thousandths)
    expect(readOdds(writeOdds(thousandths))).toBe(thousandths)
  }
  expect(writeOdds(2_000n)).toBe('2.00')
  expect(writeOdds(1_001n)).toBe('1.001')
  for (const text of ['1', '1.000', '0.5', '-2', '2.', '02', '2,5', '1e3', '1.2345', '100000', '']) {
    expect(oddsPattern.test(text)).toBe(false)
    expect(() => readOdds(text)).toThrow(RangeError)
  }
})

test('the ladder rounds down, and each of its prices is on it', () => {
  expect(onLadder(1_009n)).toBeNull()
  for (const [price, rounded] of [
    [1_019n, 1_010n],
    [2_019n, 2_000n],
    [3_049n, 3_000n],
    [9_999n, 9_900n],
    [29_999n, 29_500n],
    [999_999n, 990_000n],
    [5_000_000n, highestOdds],
  ] as const)
    expect(onLadder(price)).toBe(rounded)
  fc.assert(
    fc.property(fc.bigInt({ min: lowestOdds, max: 2n * highestOdds }), (price) => {
      const rounded = onLadder(price)!
      expect(rounded <= price && onLadder(rounded) === rounded).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('odds above those of one selection are shown in every format', () => {
  expect(oddsFormats.map((format) => formatOdds(123_456_789n, format))).toEqual([
    '123456.789',
    '123455789/1000',
    '+12345578',
    '123455.78',
    '-0.01',
    '123455.78',
  ])
})

test('odds are shown in six formats', () => {
  const shown = (odds: string) => oddsFormats.map((format) => formatOdds(odds, format))
  expect(shown('2.50')).toEqual(['2.50', '3/2', '+150', '1.50', '-0.67', '1.50'])
  expect(shown('1.50')).toEqual(['1.50', '1/2', '-200', '0.50', '0.50', '-2.00'])
  expect(shown('2.00')).toEqual(['2.00', '1/1', '+100', '1.00', '1.00', '1.00'])
})
