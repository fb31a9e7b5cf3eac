/** Tests responses by URL: the canonical form, the affiliate tag, and the error page if no page can be rendered. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { startSite } from '#tests/setup/site.ts'
import { siteTest } from '#tests/setup/visit.ts'
import { registerPlayer } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({ SEED: 'false' })

/** Sends the path unchanged, which `fetch` would normalise. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const { request } = await import('node:http')
  const { hostname, port } = new URL(site.url)
  return new Promise<{ status: number; location: string | undefined; cookies: string[]; type: string; text: string }>(
    (resolve, reject) => {
      request({ hostname, port, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            location: answer.headers.location,
            cookies: answer.headers['set-cookie'] ?? [],
            type: String(answer.headers['content-type']),
            text,
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

test.for([
  ['/pt-br/favorites?a=1', '/pt-BR/favorites?a=1'],
  ['/DE', '/de'],
] as const)('%s leads for good to %s', async ([path, canonical]) => {
  expect(await ask(path)).toMatchObject({ status: 301, location: canonical })
})

// Shows: 9.9.1
test('an affiliate tag is read from every URL, stored once, and removed from the visible one', async () => {
  for (const [path, clean] of [
    ['/?stag=x', '/'],
    ['/profile/history?stag=x&tab=spins', '/profile/history?tab=spins'],
    ['/questions/unknown?stag=x', '/questions/unknown'],
    ['//evil.example?stag=x', '/evil.example'],
  ] as const) {
    const answer = await ask(path)
    expect(answer).toMatchObject({ status: 302, location: clean })
    expect(answer.cookies[0]).toMatch(/^affiliateTag=x; Path=\/; Max-Age=2592000; SameSite=Lax$/)
  }
  const secondVisit = await ask('/?stag=second', { cookie: 'affiliateTag=first' })
  expect(secondVisit).toMatchObject({ status: 302, location: '/', cookies: [] })
  expect((await ask('/?stag=')).cookies).toEqual([])
})

// Shows: 9.6.3
test('every page knows by the user agent whether its device is mobile, also one that is kept for guests', async () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
  const seen: unknown[] = []
  for (const userAgent of [phone, desktop, phone])
    seen.push(/"isMobile":(\w+)/.exec((await ask('/', { 'user-agent': userAgent })).text)?.[1])
  expect(seen).toEqual(['true', 'false', 'true'])
})

test.for(['/%zz', '/de/%zz', '/games/%'])('%s, which is malformed, gets the error page', async (path) => {
  const answer = await ask(path)
  expect(answer).toMatchObject({ status: 400, type: 'text/html; charset=utf-8' })
  expect(answer.text).toContain(
    path.startsWith('/de') ? '<h1>Etwas ist schiefgelaufen</h1>' : '<h1>Something went wrong</h1>',
  )
  expect(answer.text).toContain(path.startsWith('/de') ? 'href="/de"' : 'href="/"')
})

// Shows: ASVS 4.1.1
test('a malformed API URL is answered in JSON', async () => {
  expect(await ask('/api/%zz')).toMatchObject({ status: 400, type: 'application/json; charset=utf-8' })
})

// Shows: ASVS 13.4.2, ASVS 16.5.1
longTest(
  'without the database a player gets the error page with 503, in their language, and a guest still gets the lobby',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairhouse-away-'))
    const database = await startEmbedded({
      dataDir: folder,
      log: { info() {}, debug() {}, warn() {} },
      isDurable: false,
    })
    const separateSite = await startSite({ env: { DATABASE_URL: database.url(), SEED: 'false', LOG_LEVEL: 'fatal' } })
    try {
      const { token } = await registerPlayer(separateSite)
      await database.stop()
      for (const path of ['/', '/profile/info', '/de/games/dice']) {
        const answer = await fetch(separateSite.url + path, { headers: { cookie: `access_token=${token}` } })
        const text = await answer.text()
        expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
          503,
          'text/html; charset=utf-8',
          '1',
        ])
        expect(text).toContain(path.startsWith('/de') ? 'Etwas ist schiefgelaufen' : 'Something went wrong')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
      expect((await fetch(separateSite.url)).status).toBe(200)
      expect(
        (await fetch(`${separateSite.url}/api/player/profile`, { headers: { authorization: `Bearer ${token}` } }))
          .status,
      ).toBe(503)
    } finally {
      await separateSite.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
