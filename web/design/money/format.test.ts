import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { displayOf, formatMoney, type MoneyCurrency, parseMoney, toDecimal } from './format.ts'

const eur: MoneyCurrency = { code: 'EUR', type: 'fiat', subunitToUnit: 100, symbol: '€', subCurrencies: [] }
const btc: MoneyCurrency = {
  code: 'BTC',
  type: 'crypto',
  subunitToUnit: 100_000_000,
  symbol: '₿',
  subCurrencies: [{ code: 'mBTC', subunitToUnit: 100_000 }],
}
const eth: MoneyCurrency = {
  code: 'ETH',
  type: 'crypto',
  subunitToUnit: 1_000_000_000,
  symbol: 'Ξ',
  subCurrencies: [{ code: 'mETH', subunitToUnit: 1_000_000 }],
}
const usdt: MoneyCurrency = { code: 'USDT', type: 'crypto', subunitToUnit: 1_000_000, symbol: '₮', subCurrencies: [] }
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

test('amounts have the format of the locale, with Latin digits in all locales', () => {
  expect(plain(formatMoney(123456, eur, 'en'))).toBe('€1,234.56')
  expect(plain(formatMoney(123456, eur, 'de'))).toBe('1.234,56 €')
  expect(formatMoney(123456, eur, 'ar')).toMatch(/1[,.٬]?234/)
})

test('in right-to-left text, marks keep a currency sign of several characters in order', () => {
  const usd: MoneyCurrency = { ...eur, code: 'USD', symbol: '$' }
  expect(formatMoney(123456, usd, 'ar')).toMatch(/US\$\u200E$/)
  expect(formatMoney(-1918, eur, 'ar')).toMatch(/19\.18\u200F\u00A0€\u200E$/)
  expect(formatMoney(123456, usd, 'en')).toBe('$1,234.56')
})

test('in Arabic a currency code is to the left of its number', () => {
  expect(formatMoney(1_500_000, eth, 'ar')).toBe('\u200F1.5\u00A0mETH\u200E')
  // The mark before the unit keeps it after a number that begins with a minus sign.
  expect(formatMoney(-1_500_000, eth, 'ar')).toBe('\u200F\u200E\u22121.5\u200F\u00A0mETH\u200E')
})

// Shows: 3.1.2
test('BTC and ETH are shown in mBTC and mETH, a thousandth of the unit', () => {
  expect(displayOf(btc)).toMatchObject({ code: 'mBTC', decimals: 5 })
  expect(plain(formatMoney(100_000_000, btc, 'en'))).toBe('1,000 mBTC')
  expect(plain(formatMoney(1_500_000, eth, 'en'))).toBe('1.5 mETH')
  expect(plain(formatMoney(1_234_567, usdt, 'en'))).toBe('1.2345 USDT')
  expect(plain(formatMoney(1_234_567, usdt, 'en', { precision: 'full' }))).toBe('1.234567 USDT')
})

test('an amount above the precision of a double is formatted with its last digit', () => {
  expect(plain(formatMoney(90_071_992_547_409_93n, eur, 'en'))).toBe('€90,071,992,547,409.93')
})

// Shows: invariant 16
test('parseMoney of toDecimal returns the original amount for every currency', () => {
  for (const currency of [eur, btc, eth, usdt]) {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (amount) => {
        expect(parseMoney(toDecimal(amount, displayOf(currency).decimals), currency)).toBe(amount)
      }),
    )
  }
})

test.each(['-1', '1e9', 'NaN', '٣', '', '1.234', ' ', '1,2,3', '9007199254740993123'])(
  '%s is not an amount of euros',
  (text) => {
    expect(parseMoney(text, eur)).toBeNull()
  },
)

test.each(localeCodes)('in %s a negative amount has a minus sign (U+2212) instead of a hyphen', (locale) => {
  for (const currency of [eur, btc])
    for (const style of [{}, { sign: 'always' as const }, { isBare: true }]) {
      const text = formatMoney(-123456, currency, locale, style)
      expect(text).toContain('\u2212')
      expect(text).not.toContain('-')
    }
})
