import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

test('an empty environment gives a runnable development site', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 3000, dataDir: './data', databaseUrl: null, seed: true, publicUrl: 'http://localhost:3000' })
  expect(settings.sandbox).toMatchObject({ isEnabled: true, port: 3001 })
})

test('every fault is named at once', () => {
  const read = () => readSettings({ PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'short' })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(/PORT[\s\S]*SECRET[\s\S]*LOG_LEVEL|PORT[\s\S]*LOG_LEVEL[\s\S]*SECRET/)
})

test('production on a shared database refuses to make up a secret', () => {
  expect(() => readSettings({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' })).toThrow(/SECRET/)
  expect(() => readSettings({ SECRET: 'a'.repeat(40) })).toThrow(/uniform/)
})

test('production runs without seeds and sandbox unless told otherwise', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ seed: false, sandbox: { isEnabled: false } })
  expect(readSettings({ NODE_ENV: 'production', SEED: 'true' }).seed).toBe(true)
})

test('restricted countries are pairs of code and type', () => {
  expect(readSettings({ RESTRICTED_COUNTRIES: 'US:2,DE:1' }).restrictedCountries.get('DE')).toBe(1)
  expect(() => readSettings({ RESTRICTED_COUNTRIES: 'US' })).toThrow(/RESTRICTED_COUNTRIES/)
})
