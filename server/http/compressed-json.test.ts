import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '#tests/setup/app.ts'
import { encodingFor } from '../kernel/http/compress.ts'

test.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
  ['identity, gzip;q=0.5', null],
  ['*', 'br'],
  ['br;q=0, *;q=0', null],
  ['brotli, gzipped', null],
  ['deflate', null],
] as const)('for Accept-Encoding %j the encoding is %j', (accepted, encoding) =>
  expect(encodingFor({ method: 'GET', headers: { 'accept-encoding': accepted } })).toBe(encoding),
)

test('JSON of the API is compressed as the caller accepts, but not a short one', async () => {
  const app = await testApp()
  const read = async (url: string, encoding: string) => {
    const headers = { 'accept-encoding': encoding }
    const answer = await app.app.inject({ method: 'GET', url, headers })
    return { encoding: answer.headers['content-encoding'], vary: answer.headers['vary'], bytes: answer.rawPayload }
  }
  const url = '/api/settings/countries'
  const plain = await read(url, 'identity')
  expect(plain).toMatchObject({ encoding: undefined, vary: 'accept-encoding' })
  const brotli = await read(url, 'gzip, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  const gzipped = await read(url, 'gzip')
  expect(gzipped.encoding).toBe('gzip')
  expect(gunzipSync(gzipped.bytes)).toEqual(plain.bytes)
  expect(gzipped.bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect(await read('/healthz', 'br')).toMatchObject({ encoding: undefined })
  expect(await read('/api/settings/locales', 'br')).toMatchObject({ encoding: undefined })
  await app.close()
})
