import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { logWarnings } from './warnings.ts'

function warningsOf(env: Record<string, string | undefined>): unknown[] {
  const lines: unknown[] = []
  logWarnings(readSettings(env), { warn: (...line: unknown[]) => void lines.push(line) })
  return lines
}

test('restricted countries without a country source are warned of in one structured line', () => {
  expect(warningsOf({ RESTRICTED_COUNTRIES: 'US:2,FR:1' })).toEqual([
    [{ setting: 'RESTRICTED_COUNTRIES' }, expect.stringContaining('no country is restricted')],
  ])
})

test.each([{ RESTRICTED_COUNTRIES: 'US:2', TRUST_PROXY: '1' }, { TRUST_PROXY: '1' }])('%j gives no warning', (env) => {
  expect(warningsOf(env)).toEqual([])
})
