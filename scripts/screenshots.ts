/**
 * `npm run screenshots [name …]`: photographs every screen at 360, 768 and 1440 wide, dark and light, left-to-right and
 * right-to-left, into .cache/screenshots, so that eyes can go through the checklist; names narrow the list.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { demoPlayer } from '#server/modules/identity/seed.ts'
import { buildIfStale } from './build.ts'

type Shot = { name: string; path: string; isSignedIn?: boolean; after?: (page: Page) => Promise<void> }
const shots: Shot[] = [
  { name: 'lobby-guest', path: '/' },
  { name: 'lobby-player', path: '/', isSignedIn: true },
  { name: 'category', path: '/categories/slots' },
  { name: 'game', path: '/games/ember-forge' },
  { name: 'game-player', path: '/games/lantern-harbor', isSignedIn: true },
  { name: 'sign-in', path: '/?sign-in=true' },
  { name: 'sign-up', path: '/?sign-up=true' },
  { name: 'wallet-deposit', path: '/?wallet=deposit', isSignedIn: true },
  { name: 'wallet-withdraw', path: '/?wallet=withdraw', isSignedIn: true },
  { name: 'history', path: '/profile/history', isSignedIn: true },
  { name: 'profile-wallet', path: '/profile/wallet', isSignedIn: true },
  { name: 'fairness', path: '/static/fairness' },
  { name: 'questions', path: '/questions' },
  { name: 'not-found', path: '/no/such/page' },
]
const widths = [[360, 800], [768, 1024], [1440, 900]] as const
const looks = [{ theme: 'dark', prefix: '' }, { theme: 'light', prefix: '' }, { theme: 'dark', prefix: '/ar' }] as const

const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', '.cache', 'screenshots')
await mkdir(folder, { recursive: true })
await buildIfStale()
const site = await startSite()
const browser = await launchBrowser()
try {
  // The demo players play their past in the background; the pictures should show it.
  await untilHistory(site)
  const token = await signIn(site)
  for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const [width, height] of widths) for (const look of looks) await take(browser, { site, token, shot, width, height, look })
  }
} finally {
  await browser.close()
  await site.stop()
}
console.log(`Pictures are in ${folder}`)

type Take = { site: Site; token: string; shot: Shot; width: number; height: number; look: (typeof looks)[number] }

async function take(from: Browser, { site: { url }, token, shot, width, height, look }: Take): Promise<void> {
  const context = await from.newContext({ viewport: { width, height }, isMobile: width < 768, hasTouch: width < 768, deviceScaleFactor: 1 })
  const cookies = [{ name: 'theme', value: look.theme, url }, { name: 'cookies-notice', value: 'read', url }]
  if (shot.isSignedIn) cookies.push({ name: 'access_token', value: token, url })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(url + (look.prefix + shot.path).replace(/^\/ar\/(?=\?|$)/, '/ar'), { waitUntil: 'load' })
  await page.waitForTimeout(1200)
  await shot.after?.(page)
  const direction = look.prefix === '/ar' ? 'rtl' : 'ltr'
  await page.screenshot({ path: join(folder, `${shot.name}-${width}-${look.theme}-${direction}.png`) })
  await context.close()
}

async function signIn({ url }: Site): Promise<string> {
  const answer = await fetch(`${url}/api/player/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: demoPlayer.email, password: demoPlayer.password }) })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function untilHistory({ url }: Site): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const winners = (await fetch(`${url}/api/game/spins/winners`).then((answer) => answer.json())) as unknown[]
    if (winners.length >= 4) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
