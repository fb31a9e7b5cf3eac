import { expect, test } from 'vitest'
import { locales as entries } from '#contract/locales.ts'
import { callingCodes } from './internal/country-table.ts'
import { chooseLocale } from '../kernel/locales.ts'

const named = entries.flatMap(({ countries }) => countries.split(' ').filter(Boolean))

test('every country of a locale exists, and has one locale', () => {
  expect(named.filter((country) => !callingCodes.has(country))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

// Shows: 9.6.1
test.each([
  ['BR', 'pt-BR'],
  ['AT', 'de'],
  ['EG', 'ar'],
  ['ES', 'es'],
  ['MX', 'es'],
  ['AR', 'es'],
  ['SN', 'fr-CA'],
  ['CA', 'en'],
  ['SE', 'en'],
  ['XX', 'en'],
])('a visitor from %s reads %s', (country, locale) => {
  expect(chooseLocale({ stored: null, country })).toBe(locale)
  expect(chooseLocale({ stored: 'de', country })).toBe('de')
})
