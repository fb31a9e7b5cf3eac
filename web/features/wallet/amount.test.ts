import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import {
  clampAmount,
  continueAmount,
  fractionWords,
  isWithin,
  readAmount,
  readMoney,
  settledAmount,
  toWholeUnits,
  toWireAmount,
  wholeLimits,
  writeMoney,
} from './amount.ts'

const eur = { code: 'EUR', type: 'fiat' as const, subunitToUnit: 100, symbol: '€', subCurrencies: [] }
const btc = {
  code: 'BTC',
  type: 'crypto' as const,
  subunitToUnit: 100_000_000,
  symbol: '₿',
  subCurrencies: [{ code: 'mBTC', subunitToUnit: 100_000 }],
}

/** Types characters one by one at the end of what the input shows. */
function typeInto(text: string, locale: string) {
  const shown: string[] = []
  let entry = settledAmount('')
  for (const character of text) {
    entry = continueAmount(entry, entry.digits + character, locale)
    shown.push(entry.digits)
  }
  return { entry, shown }
}

describe('the amount input', () => {
  // Shows: 2.5.12, 5.8.1, 9.1.1
  test.each([
    ['050', '50'],
    ['-5', '5'],
    ['٣٠', '30'],
    ['۵', '5'],
    ['000', ''],
    ['12345678901', '1234567890'],
    ['0012345678901', '1234567890'],
    ['€ 20', '20'],
    ['20 €', '20'],
    ['EUR 1 000,50', '1000'],
    ['', ''],
  ])('reduces %s to %s', (typed, shown) => {
    for (const locale of locales) expect(readAmount(typed, locale).digits).toBe(shown)
  })

  test.each([
    ['49.90', '49'],
    ['49,90', '49'],
    ['49.9', '49'],
    ['0.50', ''],
    ['.50', ''],
    ['1.000.000,50', '1000000'],
    ['1,000,000.50', '1000000'],
    ['1.000,5', '1000'],
    ["1'000", '1000'],
    ['1 000', '1000'],
    ['١٬٠٠٠٫٥', '1000'],
    ['0.500', ''],
    ['1.0000', '1'],
    ['12 34', '12'],
    ['1e9', '1'],
  ])('reads %s as %s in every locale, typed and pasted', (text, whole) => {
    for (const locale of locales) {
      expect(readAmount(text, locale).digits).toBe(whole)
      if (text !== '1e9') expect(typeInto(text, locale).entry.digits).toBe(whole)
    }
  })

  test('a single separator before three digits is read by the rules of the locale', () => {
    const read = (text: string) => ['en', 'de', 'pt-BR', 'ar', 'es'].map((locale) => readAmount(text, locale).digits)
    expect(read('1.000')).toEqual(['1', '1000', '1000', '1', '1000'])
    expect(read('1,000')).toEqual(['1000', '1', '1', '1000', '1'])
  })

  test('an amount with cents is read as whole units in every format and with every separator', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom(...locales), (cents, locale) => {
        const whole = Math.floor(cents / 100)
        const fraction = String(cents % 100).padStart(2, '0')
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100)
        for (const text of [written, `${whole}.${fraction}`, `${whole},${fraction}`, `${whole}٫${fraction}`]) {
          const shown = whole === 0 ? '' : String(whole)
          expect(readAmount(text, locale)).toMatchObject({ digits: shown, isCut: fraction !== '00' })
          expect(typeInto(text, locale).entry).toEqual(readAmount(text, locale))
        }
      }),
    )
  })

  test('while a number is typed, the input never shows a larger number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Array.from("0123456789.,' ٬٫")), { maxLength: 12 }),
        fc.constantFrom(...locales),
        (characters, locale) => {
          const { shown } = typeInto(characters.join(''), locale)
          const digitsBefore = (index: number) =>
            characters
              .slice(0, index + 1)
              .filter((each) => /\d/.test(each))
              .join('')
          shown.forEach((each, index) => {
            expect(each).toMatch(/^(?:[1-9]\d{0,9})?$/)
            expect(Number(each)).toBeLessThanOrEqual(Number(digitsBefore(index)))
          })
        },
      ),
    )
  })

  test('after deleting or overtyping, the shown digits are read', () => {
    const { entry } = typeInto('49.90', 'en')
    expect(continueAmount(entry, '4', 'en')).toEqual(settledAmount('4'))
    expect(continueAmount(settledAmount(entry.digits), '490', 'en')).toEqual(settledAmount('490'))
  })

  // Shows: 5.8.2
  test.each([
    ['', '10'],
    ['5', '10'],
    ['10', '10'],
    ['77', '77'],
    ['9999', '500'],
  ])('changes %s to %s on blur', (typed, left) => {
    expect(clampAmount(typed, { min: 10, max: 500 })).toBe(left)
  })

  test('rounds limits inwards to whole display units', () => {
    expect(wholeLimits(eur, 1050, 9999)).toEqual({ min: 11, max: 99 })
    expect(wholeLimits(btc, 150_000, 250_000)).toEqual({ min: 2, max: 2 })
  })

  test('accepts no amount if the balance is below the minimum', () => {
    const limits = wholeLimits(eur, 1000, 999)
    expect(isWithin('10', limits)).toBe(false)
    expect(clampAmount('10', limits)).toBe('10')
  })

  test('formats the fraction of a balance beyond whole units in the locale', () => {
    expect(fractionWords(4990, eur, 'en')).toBe('.90')
    expect(fractionWords(4990, eur, 'de')).toBe(',90')
    expect(fractionWords(4900, eur, 'de')).toBe('')
    expect(fractionWords(2_550_000, btc, 'ar')).toBe('.5')
  })

  test('converts milli units exactly', () => {
    expect(toWireAmount('25', btc)).toBe(2_500_000)
    expect(toWholeUnits(2_599_999, btc)).toBe('25')
    expect(toWireAmount('', eur)).toBe(0)
  })
})

describe('an amount with its fraction', () => {
  test.each([
    ['en', '49.90', 49_90n],
    ['en', '49,90', 49_90n],
    ['de', '49,9', 49_90n],
    ['en', '1,000', 1_000_00n],
    ['de', '1.000', 1_000_00n],
    ['pt-BR', '1.000,50', 1_000_50n],
    ['es', '1 000,50', 1_000_50n],
    ['fr-CA', '1\u202F000', 1_000_00n],
    ['ar', '١٬٠٠٠٫٥', 1_000_50n],
    ['de', '1,000.50', 1_000_50n],
    ['en', "1'000", 1_000_00n],
    ['en', '50.', 50_00n],
    ['en', ' 50 ', 50_00n],
    // These would differ by a factor of 1000 in another language.
    ['en', '1.000', null],
    ['de', '1,000', null],
    ['en', '0.500', null],
    ['en', '1.2.3', null],
    ['en', '1 00', null],
    ['en', '-5', null],
    ['en', '5 €', null],
    ['en', '', null],
    ['en', '1e3', null],
  ])('in %s %s is %s', (locale, text, subunits) => {
    expect(readMoney(text, eur, locale)).toBe(subunits)
  })

  test('readMoney returns what writeMoney wrote, in every locale and currency', () => {
    const any = fc.oneof(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 1, max: 999_999 }))
    fc.assert(
      fc.property(any, fc.constantFrom(...locales), fc.constantFrom(eur, btc), (amount, locale, currency) => {
        expect(readMoney(writeMoney(amount, currency, locale), currency, locale)).toBe(BigInt(amount))
      }),
    )
  })
})
