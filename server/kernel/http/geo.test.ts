import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '#tests/setup/app.ts'
import { testIdentityApp } from '#tests/setup/identity.ts'
import { writeCountryDatabase } from '#tests/setup/country-database.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { warningsOf } from '../../warnings.ts'
import { countryOf } from './geo.ts'
import { registry } from './metrics.ts'

const trusted = { trustProxy: 1, countryHeader: 'cf-ipcountry', countryDatabase: null }
const from = (value: string | string[]) => ({ headers: { 'cf-ipcountry': value } }) as never

test('a country header is ignored unless a proxy is declared', () => {
  expect(countryOf(from('BR'), { ...trusted, trustProxy: 0 })).toBe(null)
})

test('a trusted header names the country, in upper or lower case', () => {
  expect(countryOf(from('br'), trusted)).toBe('BR')
})

const nameless = ['XX', 'T1', 'A1', '', 'BRA', '<b>', 'BR, DE', ['BR', 'DE']]

test('unknown, anonymous, repeated and malformed values give no country', () => {
  for (const value of nameless) expect(countryOf(from(value), trusted)).toBe(null)
})

test('whose country is unknown cannot register in production, or what the operator states', async () => {
  const defaultOf = (env: Record<string, string>) => readSettings({ NODE_ENV: 'test', ...env }).unknownCountries
  expect(defaultOf({ NODE_ENV: 'production', SECRET: 'correct-horse-battery-staple-0123456789' })).toBe(
    'no-registration',
  )
  expect(defaultOf({})).toBe('admit')
  const site = await testIdentityApp({ TRUST_PROXY: '1', REGISTRATION_PHONE: 'true' })
  let calls = 0
  const answersWith = async (setting: Settings['unknownCountries'], value: string) => {
    site.deps.settings.unknownCountries = setting
    const headers = { 'cf-ipcountry': value, 'x-forwarded-for': `203.0.113.${++calls}` }
    const registered = await site.post('/api/player/register', site.registration(), undefined, headers)
    const code = { phone: `+491512345678${calls}`, reason: 'registration' }
    const sent = await site.post('/api/player/otp/send', code, undefined, headers)
    const signIn = { login: 'a@b.co', password: 'x' }
    const entered = await site.post('/api/player/sessions', signIn, undefined, headers)
    const init = await site.get('/api/player/init', undefined, headers)
    const names = [registered, sent, entered].map(({ body }) => body.error?.name ?? 'done')
    return [...names, init.body.isRestricted]
  }
  const barred = 'countryRestricted'
  for (const value of ['T1', 'BR, DE'])
    expect(await answersWith('no-registration', value)).toEqual([barred, barred, 'wrongCredentials', false])
  expect(await answersWith('restrict', 'XX')).toEqual([barred, barred, barred, true])
  expect(await answersWith('admit', '')).toEqual(['done', 'done', 'wrongCredentials', false])
  expect(await answersWith('no-registration', 'BR')).toEqual(['done', 'done', 'wrongCredentials', false])
  await site.close()
})

test('a proxy that sends no countries is logged, and the gauge shows it until they arrive', async () => {
  const lines: unknown[][] = []
  const app = await testApp({
    env: { TRUST_PROXY: '1' },
    deps: ({ log }) => ({ log: Object.assign(log, { warn: (...line: unknown[]) => void lines.push(line) }) }),
  })
  const gauge = async () => {
    const text = await registry.getSingleMetricAsString('fairhouse_country_source')
    return Number(/^fairhouse_country_source (\d)$/m.exec(text)?.[1])
  }
  const ask = (headers: Record<string, string>) => app.send({ method: 'GET', url: '/api/settings/locales', headers })
  const visitor = { 'x-forwarded-for': '203.0.113.7' }
  // This is a health check by the proxy itself.
  await ask({})
  expect([await gauge(), lines]).toEqual([1, []])
  await ask(visitor)
  await ask(visitor)
  expect(await gauge()).toBe(0)
  expect(lines).toEqual([
    [{ header: 'cf-ipcountry', missing: 0, named: 0 }, expect.stringContaining('without cf-ipcountry')],
  ])
  for (let times = 0; times < 3; times++) await ask({ ...visitor, 'cf-ipcountry': 'XX' })
  expect(await gauge()).toBe(1)
  app.moveClock(300_000)
  await ask(visitor)
  expect(lines.slice(1)).toEqual([[{ header: 'cf-ipcountry', missing: 2, named: 3 }, expect.anything()]])
  expect(await gauge()).toBe(1)
  app.moveClock(600_000)
  await ask(visitor)
  expect(await gauge()).toBe(0)
  await app.close()
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
  expect(countryOf({ address: '203.0.113.9', headers: {} }, behind)).toBe('US')
  // If the header names an anonymous network or was sent twice, the address is not looked up instead.
  for (const value of ['T1', 'BR, DE', '<b>'])
    expect(countryOf({ address: '203.0.113.9', headers: { 'cf-ipcountry': value } }, behind)).toBe(null)
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
