/** Floods of pages, and request lines that no browser sends, against the running product. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { pageAddress } from '#server/http/page/page-address.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false', LOG_LEVEL: 'error', TRUST_PROXY: '1', PAGE_LIMIT_PER_MINUTE: '20' } })
})
afterAll(() => site.stop())

const get = (path: string, ip: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers: { 'x-forwarded-for': ip, ...headers }, redirect: 'manual' })

test('pages per minute are limited by address, however they are requested; other addresses and the API are not affected', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => (await get(`/?x=${index}`, `2001:db8:7:7::${index}`)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  expect((await get('/', '2001:db8:7:8::1')).status).toBe(200)
  expect((await get('/api/settings/locales', '2001:db8:7:7::1')).status).toBe(200)
  expect((await get('/icon.svg', '2001:db8:7:7::1')).status).toBe(200)
})

test('200 simultaneous visitors all get the complete lobby, compressed or not, each with its own nonce', async () => {
  const nonces = new Set<string>()
  const pages = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const encoding = ['br', 'gzip', 'identity'][index % 3]!
      const answer = await get(`/?x=${index}`, `20.${index}.1.1`, { 'accept-encoding': encoding })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      const [, nonce] = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)!
      expect(new Set(text.match(/nonce="[^"]+"/g))).toEqual(new Set([`nonce="${nonce}"`]))
      nonces.add(nonce!)
      return text.replaceAll(/nonce="[^"]+"/g, '')
    }),
  )
  expect(nonces.size).toBe(200)
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toMatch(/<\/html>$/)
})

/** Requests all paths at once, each from its own address; counts the statuses, and the encodings of the responses. */
async function crowd(paths: string[], encoding: string): Promise<Record<string, number>> {
  const agent = new Agent({ maxSockets: paths.length, keepAlive: false })
  const counts: Record<string, number> = {}
  await Promise.all(
    paths.map(async (path, index) => {
      const headers = { 'accept-encoding': encoding, 'x-forwarded-for': `30.${index >> 8}.${index & 255}.1` }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(site.url + path, { agent, headers }, resolve)
          .once('error', reject)
          .end()
      })
      answer.resume()
      await once(answer, 'close')
      const kind = `${answer.statusCode} ${answer.headers['content-encoding'] ?? 'plain'}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }),
  )
  agent.destroy()
  return counts
}

const crowdSize = 2000
const same = (path: string) => Array.from({ length: crowdSize }, () => path)
// Shows: attack 47
longTest.each([
  ['the lobby with Brotli', same('/pt-BR'), 'gzip, br', '200 br'],
  ['the lobby with gzip alone', same('/de'), 'gzip', '200 gzip'],
  ['the lobby uncompressed', same('/es'), 'identity', '200 plain'],
  ['a redirect', same('/categories'), 'gzip', '302 plain'],
  [
    'redirects with queries of their own',
    same('/de/categories').map((path, index) => `${path}?gclid=${index}`),
    'gzip',
    '302 plain',
  ],
  ['an address of nothing', same('/no-such-page'), 'gzip', '404 gzip'],
] as const)('%s for 2,000 visitors at once, cold and warm: all are answered', async (_, paths, encoding, kind) => {
  for (const _ of ['cold', 'warm']) expect(await crowd([...paths], encoding)).toEqual({ [kind]: crowdSize })
})

longTest('2,000 simultaneous requests of unknown paths are all answered', async () => {
  const counts = await crowd(
    same('/nothing-').map((path, index) => path + index),
    'gzip',
  )
  expect(Object.keys(counts).every((kind) => kind.startsWith('404'))).toBe(true)
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(crowdSize)
})

// Shows: attack 47
longTest(
  'of 2,900 different pages at once those beyond the limit are refused, and the next visitor gets a page',
  async () => {
    const paths = Array.from({ length: 2900 }, (_, index) => `/?search=${index}`)
    const {
      '200 br': served = 0,
      '200 plain': plain = 0,
      '503 plain': refused = 0,
      ...others
    } = await crowd(paths, 'br')
    expect(others).toEqual({})
    expect(served + plain).toBeGreaterThanOrEqual(200)
    expect(refused).toBeGreaterThan(0)
    expect((await get('/', '24.1.1.1')).status).toBe(200)
  },
)

test('a redirect keeps unknown query parameters', async () => {
  const answer = await get('/categories?utm_source=mail&x=1', '21.1.1.1')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/categories\/[\w-]+\?utm_source=mail&x=1$/)
})

test.each(['GET http://localhost/', 'GET http://elsewhere.test/?x=1', 'GET *', 'OPTIONS *', 'GET http://localhost?x'])(
  '%s causes no fault',
  async (line) => {
    const status = await new Promise<number>((resolve, reject) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () =>
        socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 22.1.1.1\r\nconnection: close\r\n\r\n`),
      )
      socket.once('data', (bytes) => resolve(Number(String(bytes).split(' ')[1])))
      socket.once('error', reject)
    })
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
  },
)

test('every query key that a page reads is part of its cache address', async () => {
  const { pageKeys } = (await import('#web/entry-server.tsx').catch(
    () => import(join(import.meta.dirname, '../../dist/server/entry.js')),
  )) as typeof import('#web/entry-server.tsx')
  const files = readdirSync(join(import.meta.dirname, '../../web'), { recursive: true, encoding: 'utf8' })
  const read = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, '../../web', file), 'utf8').matchAll(
        /(?:search|query|searchParams|useSearch\(\))\.(?:get|getAll|has)\('([^']+)'\)/g,
      ),
    ])
    .map(([, key]) => key!)
  expect(read.length).toBeGreaterThan(10)
  expect([...new Set(read)].filter((key) => !pageKeys.has(key))).toEqual([])
  expect(pageAddress('/?x=1&sign-in=true&y', pageKeys)).toBe('/?sign-in=true')
  expect(pageAddress('/games?x=1', pageKeys)).toBe('/games')
})
