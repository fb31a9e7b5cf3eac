import { describe, expect, test } from 'vitest'
import { clampAmount, cleanAmount, isWithin, toWholeUnits, toWireAmount, wholeLimits } from './amount.ts'

const eur = { code: 'EUR', type: 'fiat' as const, subunitToUnit: 100, symbol: '€', subCurrencies: [] }
const btc = {
  code: 'BTC',
  type: 'crypto' as const,
  subunitToUnit: 100_000_000,
  symbol: '₿',
  subCurrencies: [{ code: 'mBTC', subunitToUnit: 100_000 }],
}

describe('the amount input', () => {
  test.each([
    ['050', '50'],
    ['1e9', '19'],
    ['-5', '5'],
    ['12.50', '1250'],
    ['٣٠', '30'],
    ['۵', '5'],
    ['000', ''],
    ['12345678901', '1234567890'],
    ['€ 20', '20'],
    ['', ''],
  ])('keeps of %s only %s', (typed, kept) => {
    expect(cleanAmount(typed)).toBe(kept)
  })

  test.each([
    ['', '10'],
    ['5', '10'],
    ['10', '10'],
    ['77', '77'],
    ['9999', '500'],
  ])('turns %s into %s when it is left', (typed, left) => {
    expect(clampAmount(typed, { min: 10, max: 500 })).toBe(left)
  })

  test('narrows limits to whole display units that the method takes', () => {
    expect(wholeLimits(eur, 1050, 9999)).toEqual({ min: 11, max: 99 })
    expect(wholeLimits(btc, 150_000, 250_000)).toEqual({ min: 2, max: 2 })
  })

  test('says that nothing fits where the balance is below the least amount', () => {
    const limits = wholeLimits(eur, 1000, 999)
    expect(isWithin('10', limits)).toBe(false)
    expect(clampAmount('10', limits)).toBe('10')
  })

  test('counts milli units exactly', () => {
    expect(toWireAmount('25', btc)).toBe(2_500_000)
    expect(toWholeUnits(2_599_999, btc)).toBe('25')
    expect(toWireAmount('', eur)).toBe(0)
  })
})
