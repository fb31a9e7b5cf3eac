/**
 * Attacks through displayed content: attacks 30 and 32. The policy against foreign scripts is switched off, so that
 * escaping alone must prevent them.
 */
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Browser, BrowserContext } from 'playwright-core'
import { sharedBrowser } from '#tests/setup/browser.ts'
import { longTest, repetitions, sampled, test } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { fund, registerPlayer, type SitePlayer, play, send, launchGame } from './site-player.ts'
import { armed, payloads, samplePayloads } from './payloads.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false' } })
  browser = await sharedBrowser()
})
afterAll(() => site?.discard())

// Shows: attack 30, ASVS 1.1.2, ASVS 1.2.1
longTest(
  '30: no payload in the query, the path, the cookies and the headers is in a page as markup',
  { timeout: 240_000 },
  async () => {
    expect(payloads).toHaveLength(200)
    const reader = await browser.newPage()
    onTestFinished(() => reader.close())
    expect(await reader.evaluate(armed, '<p title="x"><img src=x onerror=hit()>')).toHaveLength(1)
    for (const payload of sampled(payloads, 15)) {
      const text = encodeURIComponent(payload)
      const path = `/${text}?sign-in=${text}&backRoute=${text}`
      const cookie = `locale=${text}; theme=${text}; drawer=${text}; cookies=${text}`
      const headers = { cookie, 'user-agent': payload.replaceAll(/[^\x20-\x7e]/g, '') }
      // An invalid token leads to sign-in, and only on this site.
      const signIn = await send(site.url + path, 'GET', {
        headers: { ...headers, cookie: `${cookie}; access_token=${text}` },
      })
      expect(signIn.status).toBe(302)
      const next = new URL(signIn.headers.get('location')!, site.url)
      expect(next.origin, payload).toBe(site.url)
      expect(await reader.evaluate(armed, String(signIn.body)), payload).toEqual([])
      const pages = await Promise.all([
        send(`${site.url}/?search=${text}`, 'GET'),
        send(site.url + path, 'GET', { headers }),
        send(next.href, 'GET', { headers }),
      ])
      for (const { body, status } of pages) {
        expect(status).toBeLessThan(500)
        expect(String(body)).toContain('<div id="root">')
        expect(await reader.evaluate(armed, String(body)), payload).toEqual([])
      }
    }
  },
)

async function visit(context: BrowserContext, paths: string[]): Promise<number> {
  let hits = 0
  await context.exposeFunction('hit', () => {
    hits++
  })
  await context.addInitScript('window.alert = window.hit')
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    hits++
    void dialog.dismiss()
  })
  for (const path of paths) {
    await page.goto(site.url + path, { waitUntil: 'load' })
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(300)
  await context.close()
  return hits
}

// Shows: attack 30, ASVS 3.2.2
longTest(
  '30: in a hydrated page none of them runs: search, URL, modal keys, and player names',
  { timeout: 90_000 },
  async () => {
    const asGuest = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })
    const paths = samplePayloads.flatMap((payload, index) => [
      `/?search=${encodeURIComponent(payload)}`,
      index % 2 ? `/${encodeURIComponent(payload)}` : `/?sign-in=${encodeURIComponent(payload)}`,
    ])
    expect(await visit(asGuest, [...paths, '/?search=javascript:hit()#<img src=x onerror=hit()>'])).toBe(0)

    const players = await Promise.all(samplePayloads.map(registerNamed))
    await Promise.all(
      players.map(async (player) => {
        await fund(player, 10_000)
        const seat = await launchGame(site, player)
        await play(site, seat)
      }),
    )
    const asPlayer = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })
    await asPlayer.addCookies([{ name: 'access_token', value: players[0]!.token, url: site.url }])
    expect(
      await visit(asPlayer, ['/', '/profile/info', '/profile/wallet', '/profile/history', '/?wallet=deposit']),
    ).toBe(0)
  },
)

/** Registers a player with the payload in every name field that accepts it. */
async function registerNamed(payload: string): Promise<SitePlayer> {
  const player = await registerPlayer(site, { nickname: payload.slice(0, 64) }).catch(() => registerPlayer(site))
  await player.call('PUT', '/api/player/profile', {
    firstName: payload.slice(0, 64),
    lastName: payload.slice(0, 64),
    nickname: payload.slice(0, 64),
  })
  return player
}

// Shows: attack 30, ASVS 1.2.3
test("30: text that would end the page's state block is escaped, and the state is restored", async () => {
  const player = await registerPlayer(site)
  const name = '</script><script>hit()</script>'
  const changed = await player.call('PUT', '/api/player/profile', { firstName: name })
  const { body } = await send(`${site.url}/?search=${encodeURIComponent(name)}`, 'GET', {
    headers: { cookie: `access_token=${player.token}` },
  })
  const state = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(String(body))?.[1] ?? ''
  expect(JSON.parse(state)).toHaveProperty('visitor')
  expect(String(body)).not.toContain('<script>hit')
  expect([200, 422]).toContain(changed.status)
})

// Shows: attack 32, change 42
longTest('32: pages of 30 players rendered at once: each has its own data only', { timeout: 120_000 }, async () => {
  const players = await Promise.all(Array.from({ length: 30 }, () => registerPlayer(site)))
  await Promise.all(
    players.map(async (player, index) => player.call('PUT', '/api/player/profile', { firstName: `Own${index}Name` })),
  )
  const others = players.map(({ email, id, accounts }, index) => [email, id, accounts.EUR!, `Own${index}Name`])
  const render = async (index: number) => {
    const path = ['/profile/info', '/', '/profile/wallet'][Math.floor(index / 30) % 3]!
    const { status, body, headers } = await send(site.url + path, 'GET', {
      headers: { cookie: `access_token=${players[index % 30]!.token}` },
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const foreign = others
      .flatMap((marks, owner) => (owner === index % 30 ? [] : marks))
      .filter((mark) => String(body).includes(mark))
    expect(foreign).toEqual([])
    return others[index % 30]!.some((mark) => String(body).includes(mark))
  }
  const hasOwnData: boolean[] = []
  const renders = repetitions(40, 300)
  for (let from = 0; from < renders; from += 30)
    hasOwnData.push(...(await Promise.all(Array.from({ length: 30 }, (_, index) => render(from + index)))))
  expect(hasOwnData.filter(Boolean).length).toBeGreaterThan(renders / 3)
  const guest = await send(`${site.url}/`, 'GET')
  expect(others.flat().filter((mark) => String(guest.body).includes(mark))).toEqual([])
})
