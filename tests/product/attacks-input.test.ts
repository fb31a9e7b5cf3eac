/**
 * Malformed bodies, addresses and bytes, sent to a running site: attack 38. `tests/fuzz` has the values of well-formed
 * requests.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { prepareFolder, sharedSite, type Site, startSite } from '#tests/setup/site.ts'
import { expectConsistentLedger } from './product-database.ts'
import { fund, registerPlayer, type SitePlayer, play, secretOf, send, launchGame } from './site-player.ts'

let site: Site
let player: SitePlayer
let seat: string
beforeAll(async () => {
  site = await sharedSite({ SEED: 'false' })
  player = await registerPlayer(site)
  await fund(player, 10_000)
  seat = await launchGame(site, player)
})
afterAll(() => expectConsistentLedger(site))

const deposit = '/api/payment/invoices/deposit'
const bodies: Array<[string, string | Uint8Array, string?]> = [
  ['nothing', ''],
  ['half a JSON', '{"amount": 1'],
  ['NaN', '{"amount": NaN}'],
  ['a lone surrogate', '{"method": "\\ud800"}'],
  ['NUL', '{"method": "a\\u0000b"}'],
  ['NUL as a key', '{"fields": {"\\u0000": "x"}}'],
  ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a byte order mark', '\ufeff{}'],
  ['100,000 brackets', '['.repeat(100_000)],
  ['100,000 closed brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['deep objects', '{"fields":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['100,000 keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['1 MB of text', JSON.stringify({ method: 'x'.repeat(1_000_000) })],
  ['10 MB of text', 'x'.repeat(10_000_000)],
  ['a pollution', '{"__proto__": {"status": 4}, "constructor": {"prototype": {"x": 1}}}'],
  ['text', 'hello', 'text/plain'],
  ['a form', 'amount=1', 'application/x-www-form-urlencoded'],
  ['parts', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['XML', '<a/>', 'application/xml'],
  ['a type of nonsense', '{}', 'application/json; charset=utf-7; =;'],
]

// On a busy machine a response may take longer than a second, so each is tried again.
// Shows: attack 38, fault 32
test.each(bodies)(
  'a body of %s is a 4xx within a second',
  { retry: 2 },
  async (_what, body, type = 'application/json') => {
    const startedAt = performance.now()
    const answer = await fetch(site.url + deposit, {
      method: 'POST',
      headers: { authorization: `Bearer ${player.token}`, 'content-type': type },
      body: body as BodyInit,
    }).then(
      (reply) => reply.status,
      () => 413,
    )
    expect(answer).toBeGreaterThanOrEqual(400)
    expect(answer).toBeLessThan(500)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  },
)

// Shows: attack 38, ASVS 1.2.9
test('38: values designed to make a regular expression slow are answered within a second', { retry: 2 }, async () => {
  const busy = [
    'a'.repeat(30_000) + '!',
    '0'.repeat(400),
    `DE89${'0'.repeat(500)}!`,
    ' '.repeat(60_000),
    'a@'.repeat(127),
    `${'a.'.repeat(120)}@`,
    '+'.repeat(400),
  ]
  for (const value of busy) {
    const startedAt = performance.now()
    const answers = await Promise.all([
      send(`${site.url}/api/player/register`, 'POST', {
        body: { email: value, password: value, country: 'DE', currency: 'EUR', nickname: value },
      }),
      player.call('PUT', '/api/player/profile', { nickname: value, firstName: value, locale: value }),
      player.call('POST', '/api/payment/invoices/withdrawal', {
        method: 'sandbox.bank',
        currency: 'EUR',
        amount: 1000,
        accountId: player.accounts.EUR,
        fields: { account_holder: value, iban: value },
      }),
      send(`${site.url}/api/game/games?search=${encodeURIComponent(value.slice(0, 8000))}`, 'GET'),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect(performance.now() - startedAt).toBeLessThan(1500)
  }
})

const addresses = [
  '/%',
  '/%00',
  '/%ff',
  '/%c0%ae%c0%ae/',
  '/..%2f..%2fetc/passwd',
  '/api/%',
  '/api/game/games/%',
  '/api/game/games/%00',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '/studio/play/%',
  '/studio/play/..%2f..',
  '/studio/api/rounds/%27',
  '/labels/../x',
  '/labels/en/%',
  `/${'a/'.repeat(3000)}`,
  `/${'x'.repeat(9000)}`,
  '/?a[b][c][d][e][f]=1',
  `/api/game/games?${'providers[]=x&'.repeat(2000)}`,
  '/api/game/games?__proto__[x]=1&constructor[prototype][x]=1',
  '/api/game/games?page=1e9&perPage=-1',
  `/?search=${'%F0%9F%8E%B2'.repeat(500)}`,
  '/?sign-in=%00',
  '/games/%00',
  '/games/%ED%A0%80',
  '//',
  '///',
  '/\\',
  '/builds/meta/%',
  '/.git/config',
  '/.env',
  '/server/main.ts',
  '/@fs/etc/passwd',
  '/@fs/etc/passwd?raw',
  '/package.json',
  '/data/secret',
  `/@fs${import.meta.dirname}/../../server/settings.ts`,
]

// Shows: fault 32, ASVS 1.1.1, ASVS 13.4.1, ASVS 13.4.3
test('malformed URLs get an answer below 500, and no file of the machine is served', async () => {
  for (const address of addresses) {
    const answer = await raw(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), address.slice(0, 80)).toBeLessThan(500)
    expect(answer, address).not.toMatch(/root:x:0:0|repositoryformatversion|readSettings\(|"private": true/)
  }
})

longTest('the development server serves only sources of the browser', { timeout: 60_000 }, async () => {
  // The data folder of a developer is in the checkout, and its secret signs every session.
  const cache = join(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const dataDir = await prepareFolder(mkdtempSync(join(cache, 'data-')), { SEED: 'false' })
  const dev = await startSite({ mode: 'dev', dataDir, env: { SEED: 'false' } })
  try {
    const secrets = [secretOf(dev), readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()]
    const within = [
      `/.cache/${basename(dataDir)}/secret`,
      `/.cache/${basename(dataDir)}/postgres.password`,
      `/@fs${dataDir}/secret`,
      `/@fs${dataDir}/postgres.password`,
    ]
    for (const path of within.flatMap((each) => [
      each,
      `${each}?raw`,
      `${each}?url`,
      `${each}?import&raw`,
      `${each}?inline`,
      `/web/..${each}`,
      `/web/%2e%2e${each}`,
      each.replaceAll('/', '//'),
    ])) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, dev.url)
      for (const secret of secrets) expect(answer, path).not.toContain(secret)
    }
  } finally {
    await dev.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

// Shows: fault 32, ASVS 4.2.1
test('bytes that are not HTTP end only their own connection', async () => {
  const noise = [
    '\0\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ]
  for (const bytes of noise) expect(await raw(bytes)).not.toMatch(/^HTTP\/1\.1 5(?!0[15])/)
  expect((await play(site, seat)).status).toBe(200)
})

/** Returns the response to these bytes until the site closes the connection, or the test after two seconds. */
function raw(bytes: string, url = site.url): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), 'localhost', () => socket.write(bytes, 'latin1'))
    socket.setTimeout(2000, () => socket.destroy())
    socket
      .on('data', (chunk) => (answer += chunk))
      .on('error', () => {})
      .on('close', () => resolve(answer))
  })
}
