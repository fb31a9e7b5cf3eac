/**
 * Any body in any identity call to a running site gets a named error quickly, and never a 5xx (attack 38 and input
 * errors).
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { longTest, repetitions, test } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { registerPlayer, type SitePlayer } from './site-player.ts'

let site: Site
let player: SitePlayer
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false', LOG_LEVEL: 'error', REGISTRATION_PHONE: 'true' } })
  player = await registerPlayer(site)
})
afterAll(() => site.discard())

/** Every identity call with a body. Calls that would end the test player's session are sent as a guest only. */
const ends = new Set(['signOut', 'refreshSession', 'closeSession'])
const calls = everyEndpoint().filter(
  ({ endpoint }) => endpoint.method !== 'GET' && /^\/api\/(player|notification\/communications)/.test(endpoint.path),
)
const keysOf = (endpoint: Endpoint): string[] =>
  Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
const pathOf = (endpoint: Endpoint) => endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

async function fire(endpoint: Endpoint, body: BodyInit, type: string | null, token: string | undefined): Promise<void> {
  const startedAt = performance.now()
  const answer = await fetch(site.url + pathOf(endpoint), {
    method: endpoint.method,
    redirect: 'manual',
    body,
    headers: {
      ...(type === null ? {} : { 'content-type': type }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  }).catch(() => null)
  // A body over the limit may be cut off while it is sent.
  if (answer === null) return expect(String(body).length).toBeGreaterThan(500_000)
  const description = `${endpoint.method} ${endpoint.path} ${type} ${String(body).slice(0, 200)}`
  const text = await answer.text()
  expect(answer.status, `${description}: ${text.slice(0, 300)}`).toBeLessThan(500)
  if (answer.status >= 400)
    expect(typeof (JSON.parse(text) as { error?: { name?: unknown } }).error?.name, description).toBe('string')
  expect(performance.now() - startedAt, description).toBeLessThan(5000)
}

const json = 'application/json'
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
type Body = [what: string, body: string | Uint8Array<ArrayBuffer>, type: string | null]
const largeBodies: Body[] = [
  ['50,000 brackets', deep(50_000), json],
  ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`, json],
]
const quickBodies: Body[] = [
  ['nothing', '', json],
  ['null', 'null', json],
  ['a number', '1e999', json],
  ['a list', '[[1],[2]]', json],
  ['half a JSON', '{"email": "a', json],
  ['a lone surrogate as a key', '{"\\ud800": 1}', json],
  ['NUL as a key', '{"\\u0000": 1}', json],
  ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), json],
  ['10,000 objects, one in another', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), json],
  ['2 MB', JSON.stringify({ email: 'x'.repeat(2_000_000) }), json],
  ['a pollution', '{"__proto__":{"playerId":"x"},"constructor":{"prototype":{"x":1}}}', json],
  ['text', 'email=a', 'text/plain'],
  ['a form', 'email=a&password=b', 'application/x-www-form-urlencoded'],
  ['XML', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'application/xml'],
  ['no type', '{}', null],
  ['a type of nonsense', '{}', 'application/json; charset=utf-7; =;'],
  ['parts without a boundary', 'x', 'multipart/form-data'],
  [
    'parts that never end',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a\0.png"\r\n\r\nx',
    'multipart/form-data; boundary=b',
  ],
  ['parts with an endless boundary', '--x--', `multipart/form-data; boundary=${'x'.repeat(8000)}`],
  [
    '2,000 parts',
    `${'--b\r\nContent-Disposition: form-data; name="type"\r\n\r\npassport\r\n'.repeat(2000)}--b--`,
    'multipart/form-data; boundary=b',
  ],
  [
    "a part with a name like no file's",
    `--b\r\nContent-Disposition: form-data; name="__proto__"; filename="${'../'.repeat(300)}etc/passwd"\r\nContent-Type: image/svg+xml\r\n\r\n<svg onload=1>\r\n--b--`,
    'multipart/form-data; boundary=b',
  ],
]

// Shows: fault 32, ASVS 15.3.7
test.each(quickBodies)(
  'a body of %s, on every identity call, as guest and as player',
  { timeout: 60_000 },
  sendToEveryCall,
)
// Shows: fault 32
longTest.each(largeBodies)(
  'a large body of %s, on every identity call, as guest and as player',
  { timeout: 60_000 },
  sendToEveryCall,
)

async function sendToEveryCall(...[, body, type]: Body): Promise<void> {
  for (const { name, endpoint } of calls) {
    await Promise.all([
      fire(endpoint, body, type, undefined),
      ...(ends.has(name) ? [] : [fire(endpoint, body, type, player.token)]),
    ])
  }
}

const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\0b@example.test',
  '\ud800',
  '\udfffx',
  'e\u0301'.repeat(100),
  '\u202e',
  '🎲'.repeat(60),
  'x'.repeat(251),
  'x'.repeat(100_000),
  '٣',
  "' OR 1=1 --",
  '{{7*7}}',
  '${7*7}',
  '$2b$10$',
  '%00',
  '//evil.example',
  'javascript:1',
  '999123456',
  '4915112345678',
  `49${'1'.repeat(17)}`,
  '+4915112345678',
  '2026-02-30',
  '000000',
  'ABCDEF',
  'email',
  'registration',
  'eyJhbGciOiJub25lIn0.e30.',
  'a@b.co',
  '00000000-0000-4000-8000-000000000000',
  [],
  [[[[]]]],
  ['a', 'b'],
  {},
  { toString: 1 },
  { $ne: null },
  { length: 1e9 },
]

// Shows: fault 31, ASVS 1.2.4, ASVS 1.3.3
longTest(
  'every field of every identity call with every malicious value, alone and with others',
  { timeout: 120_000 },
  async () => {
    for (const { name, endpoint } of calls) {
      const keys = keysOf(endpoint)
      if (keys.length === 0) continue
      const drawn = fc.sample(
        fc.record(Object.fromEntries(keys.map((key) => [key, fc.constantFrom(...values)])), { requiredKeys: [] }),
        repetitions(4, 30),
      )
      const bodies = [
        ...keys
          .slice(0, 24)
          .flatMap((key, index) =>
            values
              .filter((_, place) => (place + index) % Math.ceil(keys.length / 4) === 0)
              .map((value) => ({ [key]: value })),
          ),
        ...drawn,
      ].map((body) => JSON.stringify(body))
      for (let from = 0; from < bodies.length; from += 12) {
        await Promise.all(
          bodies
            .slice(from, from + 12)
            .map((body, index) =>
              fire(endpoint, body, json, ends.has(name) || index % 3 === 0 ? undefined : player.token),
            ),
        )
      }
    }
  },
)

test('after all of these requests the site works and the player is still signed in', async () => {
  expect((await player.call('GET', '/api/player/profile')).status).toBe(200)
  expect(site.output()).not.toMatch(/unhandled|out of memory/i)
})
