import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { studioCurrencies } from '../studio/currencies.ts'
import { amountsIn } from './amounts.ts'

const written = (code: string, subunits: number, locale = 'en') =>
  amountsIn(studioCurrencies.get(code)!, locale)
    .written(subunits)
    .replaceAll(/[\u00a0\u200e\u200f]/g, ' ')
    .trim()

test("amounts are formatted in the player's currency", () => {
  expect(written('EUR', 1240)).toBe('€12.40')
  expect(written('EUR', 1240, 'de')).toBe('12,40 €')
  expect(written('BRL', 5, 'pt-BR')).toBe('R$ 0,05')
  expect(written('USDT', 1_500_000)).toBe('1.5 USDT')
})

test('BTC and ETH are formatted in thousandths, to the last subunit', () => {
  expect(written('BTC', 123_456)).toBe('1.23456 mBTC')
  expect(written('BTC', 1)).toBe('0.00001 mBTC')
  expect(written('ETH', 2_500)).toBe('0.0025 mETH')
})

test('figures stay in Latin digits in Arabic', () => expect(written('EUR', 1240, 'ar')).toMatch(/12\.40/))

test('in Arabic the currency follows its number to the left, whatever its sign', () => {
  const amount = (code: string, subunits: number) => amountsIn(studioCurrencies.get(code)!, 'ar').written(subunits)
  expect(amount('BTC', 123_456)).toBe('\u200f1.23456\u00a0mBTC\u200e')
  expect(amount('USD', 1240)).toMatch(/^\u200f12\.40\u00a0US\$\u200e$/)
  expect(amount('EUR', -1240)).toMatch(/12\.40\u200f\u00a0€\u200e$/)
})

test('a percent sign is where the locale puts it', () => {
  const percent = (locale: string) =>
    amountsIn({ code: 'EUR', symbol: '€', display: { code: 'EUR', subunitToUnit: 100 } }, locale).percent(96.23)
  expect([percent('en'), percent('pt-BR'), percent('de')]).toEqual(['96.23%', '96,23%', '96,23\u00a0%'])
})

test('rolls are two and two digits, and inputs have no groups, with the decimal separator of the locale', () => {
  const amounts = (locale: string) =>
    amountsIn({ code: 'EUR', symbol: '€', display: { code: 'EUR', subunitToUnit: 100 } }, locale)
  expect([0, 4950, 9999].map(amounts('en').roll)).toEqual(['00.00', '49.50', '99.99'])
  expect([0, 4950, 9999].map(amounts('de').roll)).toEqual(['00,00', '49,50', '99,99'])
  expect([1.5, 9900].map(amounts('de').typed)).toEqual(['1,5', '9900'])
})

test.each(localeCodes)('in %s a negative amount has a true minus sign, and no hyphen', (locale) => {
  const amounts = amountsIn({ code: 'EUR', symbol: '€', display: { code: 'EUR', subunitToUnit: 100 } }, locale)
  for (const text of [amounts.written(-1250), amounts.bare(-1250)]) {
    expect(text).toContain('\u2212')
    expect(text).not.toContain('-')
  }
})
