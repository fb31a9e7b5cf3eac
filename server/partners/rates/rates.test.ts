/** Exchange rate sources: genuine ones, and answers of an attacker or a faulty host. */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSandbox } from '#sandbox/main.ts'
import { quoteAt } from '#sandbox/rates.ts'
import { SettingsError } from '../../kernel/settings-error.ts'
import { readSettings } from '../../settings.ts'
import { createFileRates } from './file.ts'
import { ratesSourceOf } from './from-settings.ts'
import { createHttpRates } from './http.ts'
import { maxQuoteBytes } from './port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const now = new Date('2026-11-21T12:00:00Z')
const maxAgeMs = 86_400_000
const secret = 'shared with the source of rates'
const quote = { base: 'EUR', at: now.toISOString(), rates: { EUR: 1, USD: 1.17 } }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
}
const signature = (body: string, { at = now, key = secret } = {}) => {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}
const sourceAt = (url: string, timeoutMs = 2000) =>
  createHttpRates({ name: 'test', url, secret, now: () => now, maxAgeMs, timeoutMs })
async function answering(body: string, headers: Record<string, string> = { 'rates-signature': signature(body) }) {
  return sourceAt(await serve((_request, response) => response.writeHead(200, headers).end(body))).read()
}

test('a signed quote is read', async () => {
  expect(await answering(JSON.stringify(quote))).toEqual({ ok: true, value: { at: now, rates: quote.rates } })
})

test.each([
  ['without a signature', {}],
  ['signed with another key', { 'rates-signature': signature(JSON.stringify(quote), { key: 'another key' }) }],
  [
    'signed an hour ago',
    { 'rates-signature': signature(JSON.stringify(quote), { at: new Date(now.getTime() - 3.6e6) }) },
  ],
  ['signed over other bytes', { 'rates-signature': signature(`${JSON.stringify(quote)} `) }],
])('a quote %s is not trusted', async (_name, headers) => {
  expect(await answering(JSON.stringify(quote), headers as Record<string, string>)).toMatchObject({
    refusal: 'untrusted',
  })
})

test.each([
  ['not JSON', '<html>', 'malformed'],
  ['of another base', { ...quote, base: 'USD' }, 'malformed'],
  ['with a rate of zero', { ...quote, rates: { USD: 0 } }, 'malformed'],
  ['with a negative rate', { ...quote, rates: { USD: -1 } }, 'malformed'],
  ['with a rate as text', { ...quote, rates: { USD: '1.17' } }, 'malformed'],
  ['with a rate that is no number', '{"base":"EUR","at":"2026-11-21T12:00:00Z","rates":{"USD":1e999}}', 'malformed'],
  ['without a moment', { base: 'EUR', rates: {} }, 'malformed'],
  ['of yesterday', { ...quote, at: '2026-11-20T11:59:59Z' }, 'outdated'],
  ['of tomorrow', { ...quote, at: '2026-11-22T12:00:00Z' }, 'outdated'],
  ['with other keys of objects', { ...quote, rates: { __proto__: 1, constructor: 2 } }, 'malformed'],
])('a quote %s is refused', async (_name, body, refusal) => {
  expect(await answering(typeof body === 'string' ? body : JSON.stringify(body))).toMatchObject({ refusal })
})

test('reading stops at an answer that is too large, with or without a declared length', async () => {
  const body = ' '.repeat(maxQuoteBytes) + JSON.stringify(quote)
  expect(await answering(body)).toMatchObject({ refusal: 'malformed', message: 'too large' })
  let sent = 0
  const endless = await serve((_request, response) => {
    const write = (): void => {
      while (sent < 50_000_000 && response.write('x'.repeat(16_384))) sent += 16_384
      if (sent < 50_000_000 && !response.destroyed) response.once('drain', write)
    }
    write()
  })
  expect(await sourceAt(endless).read()).toMatchObject({ refusal: 'malformed' })
  expect(sent).toBeLessThan(20_000_000)
})

// Shows: ASVS 15.3.2
test('redirects are not followed, so that no other host can answer for the source', async () => {
  let requests = 0
  const other = await serve((_request, response) => {
    requests++
    response.end(JSON.stringify(quote))
  })
  const moved = await serve((_request, response) => response.writeHead(302, { location: other }).end())
  expect(await sourceAt(moved).read()).toMatchObject({ refusal: 'unavailable' })
  expect(requests).toBe(0)
})

test('a source that is silent, slow, interrupted or unreachable is unavailable', async () => {
  const silent = await serve(() => {})
  expect(await sourceAt(silent, 100).read()).toMatchObject({ refusal: 'unavailable' })
  const trickling = await serve((_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await sourceAt(trickling, 200).read()).toMatchObject({ refusal: 'unavailable' })
  const breaking = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{')
    setImmediate(() => response.destroy())
  })
  expect(await sourceAt(breaking).read()).toMatchObject({ refusal: 'unavailable' })
  const failing = await serve((_request, response) => response.writeHead(503).end(JSON.stringify(quote)))
  expect(await sourceAt(failing).read()).toMatchObject({ refusal: 'unavailable' })
  expect(await sourceAt('http://127.0.0.1:9/rates').read()).toMatchObject({ refusal: 'unavailable' })
})

test('a file is read in the same form; a missing or oversized one is refused', async () => {
  const path = join(tmpdir(), `rates-${process.pid}.json`)
  const source = createFileRates({ path, now: () => now, maxAgeMs })
  writeFileSync(path, JSON.stringify(quote))
  expect(await source.read()).toEqual({ ok: true, value: { at: now, rates: quote.rates } })
  writeFileSync(path, ' '.repeat(maxQuoteBytes) + JSON.stringify(quote))
  expect(await source.read()).toMatchObject({ refusal: 'malformed' })
  expect(await createFileRates({ path: `${path}.none`, now: () => now, maxAgeMs }).read()).toMatchObject({
    refusal: 'unavailable',
  })
})

test("the sandbox's rates move, and are read by the source that the settings name by default", async () => {
  const sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
  try {
    const settings = readSettings({ SANDBOX_URL: sandbox.url, SANDBOX_SECRET: secret })
    const source = ratesSourceOf(settings, { now: () => new Date() })!
    expect(source.name).toBe('sandbox')
    const read = await source.read()
    expect(read.ok && Object.keys(read.value.rates)).toEqual(['EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'])
    const later = quoteAt(new Date(now.getTime() + 3_600_000)).rates
    for (const [code, rate] of Object.entries(quoteAt(now).rates)) {
      if (code !== 'EUR') expect(later[code], code).not.toBe(rate)
      expect(Math.abs(later[code]! / rate - 1), code).toBeLessThan(0.01)
    }
  } finally {
    await sandbox.close()
  }
})

test.each([
  [{ RATES_URL: 'http://rates.example/x' }, 'RATES_SECRET'],
  [{ RATES_URL: 'ftp://rates.example/x' }, 'RATES_URL'],
  [{ RATES_URL: 'https://rates.example/x', RATES_FILE: '/x' }, 'set one of them'],
  [{ RATES_SECRET: 'a secret of enough length' }, 'RATES_URL'],
])('settings %o are refused', (environment, message) => {
  expect(() => readSettings(environment as Record<string, string>)).toThrow(SettingsError)
  expect(() => readSettings(environment as Record<string, string>)).toThrow(message)
})
