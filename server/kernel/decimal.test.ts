import { expect, test } from 'vitest'
import { toSubunits } from '#contract/money.ts'
import { fromDecimal, toDecimal } from './decimal.ts'

test.each([
  ['EUR', 5, '0.05'],
  ['EUR', 100, '1.00'],
  ['EUR', 123_456_789, '1234567.89'],
  ['USDT', 1, '0.000001'],
  ['BTC', 100_000_000, '1.00000000'],
  ['ETH', 1, '0.000000001'],
] as const)('in %s %i subunits are %s, and parse back to the same amount', (currency, subunits, text) => {
  expect(toDecimal(toSubunits(subunits), currency)).toBe(text)
  expect(fromDecimal(text, currency)).toBe(toSubunits(subunits))
})

test('a currency without decimal form is neither written nor read', () => {
  expect(() => toDecimal(toSubunits(5), 'XYZ')).toThrow(new RangeError('no decimal form for XYZ'))
  expect(fromDecimal('5.00', 'XYZ')).toBeNull()
})

test('an amount with too many decimal places is refused, unless they may be dropped', () => {
  expect(fromDecimal('1.230', 'EUR')).toBe(123n)
  expect(fromDecimal('1.239', 'EUR')).toBeNull()
  expect(fromDecimal('1.239', 'EUR', { isRoundedDown: true })).toBe(123n)
})

test.each(['', '.5', '5.', '-1', '+1', '1e3', ' 1', '1,00', '٣', '1234567890123456', 1, null, undefined])(
  '%j is not an amount',
  (text) => {
    expect(fromDecimal(text, 'EUR')).toBeNull()
  },
)

test('the largest possible balance is accepted, and one subunit more is refused', () => {
  expect(fromDecimal('90071992547409.91', 'EUR')).toBe(9_007_199_254_740_991n)
  expect(fromDecimal('90071992547409.92', 'EUR')).toBeNull()
})
