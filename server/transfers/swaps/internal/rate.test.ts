import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Side } from '#contract/exchange.ts'
import { currencies } from '../../../reference/currencies.ts'
import { convert, convertBackUp, convertUp, isBeyondSpread, type Pair, shownRate } from './rate.ts'

const rate = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
const side: fc.Arbitrary<Side> = fc.record({
  rate,
  subunitToUnit: fc.constantFrom(...currencies.map(({ subunitToUnit }) => subunitToUnit)),
})
const spreadPercent = fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100)
const pair: fc.Arbitrary<Pair> = fc.record({ from: side, to: side, spreadPercent })
const amount = fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) })

test('an amount is converted by both rates, less the spread, and rounded down', () => {
  const euro: Side = { rate: 1, subunitToUnit: 100 }
  const dollar: Side = { rate: 1.1625, subunitToUnit: 100 }
  const bitcoin: Side = { rate: 0.00001, subunitToUnit: 100_000_000 }
  expect(convert(10_000n, { from: euro, to: dollar, spreadPercent: 0 })).toBe(11_625n)
  expect(convert(10_000n, { from: euro, to: dollar, spreadPercent: 1 })).toBe(11_508n)
  expect(convert(10_000n, { from: euro, to: bitcoin, spreadPercent: 0 })).toBe(100_000n)
  expect(convert(1n, { from: bitcoin, to: euro, spreadPercent: 0 })).toBe(0n)
  expect(convertBackUp(1n, { from: bitcoin, to: euro, spreadPercent: 0 })).toBe(10n)
  expect(shownRate({ from: euro, to: dollar, spreadPercent: 1 })).toBe('1.150875')
  expect(shownRate({ from: euro, to: bitcoin, spreadPercent: 0 })).toBe('0.00001')
  expect(shownRate({ from: bitcoin, to: dollar, spreadPercent: 0 })).toBe('116250')
})

test('a rate is beyond the spread if it has moved by more than that, in either direction of move and pair', () => {
  const at = (dollars: number, spreadPercent = 1): Pair => ({
    from: { rate: 1, subunitToUnit: 100 },
    to: { rate: dollars, subunitToUnit: 100 },
    spreadPercent,
  })
  const moves = [1.25, 1.2625, 1.26251, 1.2375, 1.23749].map((rate) => isBeyondSpread(at(1.25), at(rate)))
  expect(moves).toEqual([false, false, true, false, true])
  expect([isBeyondSpread(at(1.25, 0), at(1.25)), isBeyondSpread(at(1.25, 0), at(1.2500001))]).toEqual([false, true])
  const swapped = ({ from, to, spreadPercent }: Pair): Pair => ({ from: to, to: from, spreadPercent })
  expect(isBeyondSpread(swapped(at(1.25)), swapped(at(2.5)))).toBe(true)
})

describe('at any rates', () => {
  // Shows: attack 110
  test('swapping there and back never returns more than was taken', () => {
    fc.assert(
      fc.property(pair, amount, (there, amountIn) => {
        const back: Pair = { from: there.to, to: there.from, spreadPercent: there.spreadPercent }
        expect(convert(convert(amountIn, there), back)).toBeLessThanOrEqual(amountIn)
      }),
      { numRuns: 2000 },
    )
  })

  // Shows: invariant 11
  test('swapping around several currencies never returns more than was taken', () => {
    fc.assert(
      fc.property(fc.array(side, { minLength: 2, maxLength: 6 }), amount, (sides, amountIn) => {
        const round = [...sides, sides[0]!]
        let running: bigint = amountIn
        for (let step = 1; step < round.length; step++)
          running = convert(running, { from: round[step - 1]!, to: round[step]!, spreadPercent: 0 })
        expect(running).toBeLessThanOrEqual(amountIn)
      }),
      { numRuns: 2000 },
    )
  })

  // Shows: attack 110
  test('an amount in parts never pays more than the whole', () => {
    fc.assert(
      fc.property(pair, fc.array(amount, { minLength: 2, maxLength: 20 }), (terms, parts) => {
        const inParts = parts.reduce((sum, part) => sum + convert(part, terms), 0n)
        expect(inParts).toBeLessThanOrEqual(
          convert(
            parts.reduce((sum, part) => sum + part, 0n),
            terms,
          ),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('the bounds are exact: the least amount for a result reaches it, and a subunit less does not', () => {
    fc.assert(
      fc.property(pair, amount, (terms, requested) => {
        const least = convertBackUp(requested, terms)
        expect(convert(least, terms)).toBeGreaterThanOrEqual(requested)
        expect(convert(least - 1n, terms)).toBeLessThan(requested)
        expect(convertUp(requested, terms) - convert(requested, terms)).toBeLessThanOrEqual(1n)
      }),
      { numRuns: 1000 },
    )
  })

  test('a wider spread never pays more, and the shown rate never promises more than is paid', () => {
    fc.assert(
      fc.property(pair, amount, (terms, amountIn) => {
        expect(convert(amountIn, terms)).toBeLessThanOrEqual(convert(amountIn, { ...terms, spreadPercent: 0 }))
        expect(Number(shownRate(terms))).toBeLessThanOrEqual((terms.to.rate / terms.from.rate) * 1.000001)
      }),
      { numRuns: 500 },
    )
  })
})
