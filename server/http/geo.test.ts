import { expect, test } from 'vitest'
import { countryOf } from './geo.ts'

const trusted = { trustProxy: 1, countryHeader: 'cf-ipcountry' }
const from = (value: string | string[]) => ({ headers: { 'cf-ipcountry': value } }) as never

test('a country header is ignored where no proxy is declared', () => {
  expect(countryOf(from('BR'), { ...trusted, trustProxy: 0 })).toBe(null)
})

test('a trusted header names the country, in any case of letters', () => {
  expect(countryOf(from('br'), trusted)).toBe('BR')
})

test('unknown, anonymous, doubled and malformed values name no country', () => {
  for (const value of ['XX', 'T1', '', 'BRA', '<b>', ['BR', 'DE']]) expect(countryOf(from(value), trusted)).toBe(null)
})
