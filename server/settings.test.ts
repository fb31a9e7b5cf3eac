import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

test('an empty environment is a valid development configuration', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    port: 3000,
    dataDir: './data',
    databaseUrl: null,
    seed: true,
    publicUrl: 'http://localhost:3000',
  })
  expect(settings.sandbox).toMatchObject({ isEnabled: true, port: 3001 })
})

test('all faults are reported together', () => {
  const read = () => readSettings({ PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'short' })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(/PORT[\s\S]*SECRET[\s\S]*LOG_LEVEL|PORT[\s\S]*LOG_LEVEL[\s\S]*SECRET/)
})

test('production on a shared database requires a secret', () => {
  expect(() => readSettings({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' })).toThrow(/SECRET/)
  expect(() => readSettings({ SECRET: 'a'.repeat(40) })).toThrow(/uniform/)
})

test('production has no demo data or sandbox by default', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ seed: false, sandbox: { isEnabled: false } })
  expect(readSettings({ NODE_ENV: 'production', SEED: 'true' }).seed).toBe(true)
})

test('restricted countries are pairs of code and type', () => {
  expect(readSettings({ RESTRICTED_COUNTRIES: 'US:2,DE:1' }).restrictedCountries.get('DE')).toBe(1)
  expect(() => readSettings({ RESTRICTED_COUNTRIES: 'US' })).toThrow(/RESTRICTED_COUNTRIES/)
})

test('restricted games are pairs of game and codes', () => {
  expect([...readSettings({ RESTRICTED_GAMES: 'dice:AT+CH,ember-forge:DE' }).restrictedGames.get('dice')!]).toEqual([
    'AT',
    'CH',
  ])
  for (const wrong of ['dice', 'dice:at', 'dice:', ':AT', 'dice:AT;CH'])
    expect(() => readSettings({ RESTRICTED_GAMES: wrong }), wrong).toThrow(/RESTRICTED_GAMES/)
})

test('social sign-in providers are complete, https, and unique', () => {
  const google = {
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    clientId: 'c',
    clientSecret: 's',
  }
  const read = (...providers: object[]) =>
    readSettings({ SOCIAL_PROVIDERS: JSON.stringify(providers) }).social.providers
  expect(readSettings({}).social).toEqual({ auth0: null, providers: [], telegram: null })
  expect(read(google)).toEqual([google])
  for (const bad of [
    [google, google],
    [{ ...google, id: 'auth0' }],
    [{ ...google, id: 'A/b' }],
    [{ ...google, issuer: 'http://accounts.google.com' }],
    [{ id: 'google' }],
  ])
    expect(() => read(...bad)).toThrow(/SOCIAL_PROVIDERS/)
  expect(() => readSettings({ SOCIAL_PROVIDERS: '{' })).toThrow(/SOCIAL_PROVIDERS: not JSON/)
  expect(() => readSettings({ AUTH0_ISSUER: 'https://tenant.auth0.com/' })).toThrow(/AUTH0_CLIENT_ID/)
  expect(() => readSettings({ TELEGRAM_BOT: 'my_bot' })).toThrow(/TELEGRAM_BOT_TOKEN/)
})
