import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { logWarnings, warningsOf as warningsIn } from './warnings.ts'

function warningsOf(env: Record<string, string | undefined>): unknown[] {
  const lines: unknown[] = []
  logWarnings(warningsIn(readSettings(env)), { warn: (...line: unknown[]) => void lines.push(line) })
  return lines
}

test('restricted countries without a country source are warned of in one structured line', () => {
  expect(warningsOf({ RESTRICTED_COUNTRIES: 'US:2,FR:1' })).toEqual([
    [{ setting: 'RESTRICTED_COUNTRIES' }, expect.stringContaining('no country is restricted')],
  ])
})

test('a proxy that passes no country is no source of countries', () => {
  const warnings = warningsOf({ TRUST_PROXY: '1', COUNTRY_HEADER: 'off' })
  expect(warnings).toEqual([[{ setting: 'TRUST_PROXY' }, expect.stringContaining('no country is restricted')]])
})

test('production without its public address is warned', () => {
  const production = { NODE_ENV: 'production', TRUST_PROXY: '1' }
  expect(warningsOf(production)).toEqual([
    [{ setting: 'PUBLIC_URL' }, expect.stringContaining('http://localhost:3000')],
  ])
  expect(warningsOf({ ...production, PUBLIC_URL: 'https://casino.example.com' })).toEqual([])
})

test.each([{ RESTRICTED_COUNTRIES: 'US:2', TRUST_PROXY: '1' }, { TRUST_PROXY: '1' }])('%j gives no warning', (env) => {
  expect(warningsOf(env)).toEqual([])
})
