import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/settings.ts'
import { mountBuilds } from '../http/builds.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { mountOpenapi } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    env: { TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'CA:2', LICENCES: 'SE', SERVER_PING_DELAY_MS: '7000' },
    plugins: () => [
      mountOpenapi,
      (server) => mountBuilds(server, () => ({ id: 'abc', builtAt: '2026-11-21T12:00:00Z' })),
    ],
  })
})
afterAll(() => app?.close())

const get = (url: string, headers: Record<string, string> = {}) => app.send({ method: 'GET', url, headers })

// Shows: 7.2.1, 9.11.1
test('settings and startup are answered to anyone, within their contract', async () => {
  for (const [path, { reply }] of [
    ['settings/currencies', contract.listCurrencies],
    ['settings/locales', contract.listLocales],
    ['settings/countries', contract.listCountries],
    ['settings/constants', contract.readConstants],
    ['player/init', contract.initPlayer],
  ] as const) {
    const { status, body } = await get(`/api/${path}`)
    expect([path, status]).toEqual([path, 200])
    expect(reply.parse(body), path).toEqual(body)
  }
  expect((await get('/api/player/init')).body.config.maxServerPingDelayMs).toBe(7000)
  expect(
    (await get('/api/settings/countries?locale=de')).body.find((country: { code: string }) => country.code === 'DE')
      .name,
  ).toBe('Deutschland')
})

test("the trusted header determines the visitor's country", async () => {
  expect((await get('/api/player/init', { 'cf-ipcountry': 'BR' })).body).toMatchObject({
    country: 'BR',
    locale: 'pt-BR',
    currency: 'BRL',
    isRestricted: false,
  })
  expect((await get('/api/player/init', { 'cf-ipcountry': 'CA' })).body).toMatchObject({
    isRestricted: true,
    restrictType: 2,
  })
})

test('the minimum age is that of the visitor’s country, where the site has its licence, otherwise the highest', async () => {
  const ageIn = async (country: string) =>
    (await get('/api/player/init', { 'cf-ipcountry': country })).body.config.minimumAge
  expect(await ageIn('SE')).toBe(18)
  expect(await ageIn('IE')).toBe(21)
})

// Shows: 3.4.2, 7.2.2
test('content is read by directory, page and topic; unknown names are refused', async () => {
  expect((await get('/api/content/de/layout')).body.error.buttonLabel).toBe('Startseite')
  for (const directory of ['alerts', 'fields-settings', 'global-components', 'layout', 'modals'])
    expect(Object.keys((await get(`/api/content/pt-BR/${directory}`)).body).length, directory).toBeGreaterThan(0)
  expect((await get('/api/content/ar/pages/terms')).body.blocks.length).toBeGreaterThan(10)
  expect((await get('/api/content/pt-BR/questions')).body.length).toBe(6)
  expect((await get('/api/content/xx/alerts')).body.error.name).toBe('unknownLocale')
  expect((await get('/api/content/en/pages/nothing')).body.error.name).toBe('pageNotFound')
  expect((await get('/api/content/en/secrets')).status).toBe(422)
  expect((await get('/api/content/en/..%2f..%2fpackage')).status).toBe(422)
})

test('the contract is served as data and as a page that runs no script', async () => {
  expect((await get('/api/openapi.json')).body.openapi).toBe('3.1.0')
  const published = (await get('/api/openapi/player.json')).body
  expect(published.info).toMatchObject({
    title: 'Fairhouse player API',
    version: expect.stringMatching(/^\d+\.\d+\.0$/),
  })
  expect(Object.keys(published.components.securitySchemes)).toEqual(['player'])
  const page = await get('/api/docs')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})

// Shows: 7.2.3
test('the latest build names the one manifest that exists', async () => {
  const latest = (await get('/builds/latest.json')).body
  expect((await get(`/builds/meta/${latest.id}.json`)).body).toEqual(latest)
  expect((await get('/builds/meta/older.json')).status).toBe(404)
})
