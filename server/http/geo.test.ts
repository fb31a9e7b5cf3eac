import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeCountryDatabase } from '#tests/setup/country-database.ts'
import { readSettings } from '../settings.ts'
import { warningsOf } from '../warnings.ts'
import { countryOf } from './geo.ts'

const trusted = { trustProxy: 1, countryHeader: 'cf-ipcountry', countryDatabase: null }
const from = (value: string | string[]) => ({ headers: { 'cf-ipcountry': value } }) as never

test('a country header is ignored unless a proxy is declared', () => {
  expect(countryOf(from('BR'), { ...trusted, trustProxy: 0 })).toBe(null)
})

test('a trusted header names the country, in upper or lower case', () => {
  expect(countryOf(from('br'), trusted)).toBe('BR')
})

test('unknown, anonymous, doubled and malformed values name no country', () => {
  for (const value of ['XX', 'T1', 'A1', '', 'BRA', '<b>', ['BR', 'DE']])
    expect(countryOf(from(value), trusted)).toBe(null)
})

test('behind a proxy that passes no country, no header names one', () => {
  const settings = { ...trusted, countryHeader: 'off' }
  expect(countryOf({ headers: { 'cf-ipcountry': 'BR', off: 'BR' }, address: '203.0.113.9' }, settings)).toBe(null)
})

test("without a proxy the country comes from the connection's address in the database, and headers are ignored", () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-countries-'))
  const file = join(folder, 'countries.mmdb')
  writeCountryDatabase(file, { '203.0.113.0/24': 'US', '198.51.100.0/25': 'DE', '198.51.100.128/25': 'FR' })
  const settings = readSettings({ NODE_ENV: 'test', COUNTRY_DATABASE: file })
  const visitor = (address: string, header?: string) =>
    countryOf({ address, headers: header ? { 'cf-ipcountry': header } : {} }, settings)
  expect(visitor('203.0.113.9')).toBe('US')
  expect(visitor('::ffff:203.0.113.9', 'BR')).toBe('US')
  expect(visitor('198.51.100.127')).toBe('DE')
  expect(visitor('198.51.100.128')).toBe('FR')
  expect(['8.8.8.8', '127.0.0.1', '::1', '2001:db8::1', ''].map((ip) => visitor(ip))).toEqual(Array(5).fill(null))
  // Behind a proxy its header takes precedence; if the header names no country, the forwarded address is looked up.
  const behind = { ...settings, trustProxy: 1 }
  expect(countryOf({ address: '203.0.113.9', headers: { 'cf-ipcountry': 'BR' } }, behind)).toBe('BR')
  expect(countryOf({ address: '203.0.113.9', headers: { 'cf-ipcountry': 'XX' } }, behind)).toBe('US')
  expect(warningsOf(settings)).toEqual([])
})

test('startup without a country source warns, with or without restricted countries; an invalid database file ends it', () => {
  expect(warningsOf(readSettings({ NODE_ENV: 'test' }))).toMatchObject([
    { setting: 'TRUST_PROXY', message: expect.stringContaining('not even the excluded ones') },
  ])
  expect(warningsOf(readSettings({ NODE_ENV: 'test', TRUST_PROXY: '1' }))).toEqual([])
  const file = join(mkdtempSync(join(tmpdir(), 'fairhouse-countries-')), 'no.mmdb')
  writeFileSync(file, 'no database')
  for (const each of [file, `${file}.missing`])
    expect(() => readSettings({ NODE_ENV: 'test', COUNTRY_DATABASE: each })).toThrow('COUNTRY_DATABASE')
})
