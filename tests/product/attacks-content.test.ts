/**
 * Attack 30 with 200 payloads in the operator's content, in the search, and in a player's names. None runs, although
 * the page's policy is switched off.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sharedBrowser } from '#tests/setup/browser.ts'
import { directoryOf } from '#tests/setup/content.ts'
import { longTest, sampled } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { signInAs } from '#tests/setup/visit.ts'
import { registerPlayer, send } from './site-player.ts'
import { armed, payloads } from './payloads.ts'

const contentDir = mkdtempSync(join(tmpdir(), 'fairhouse-content-'))
let planted = 0
let site: Site
let browser: Browser
const contexts: BrowserContext[] = []
let page: Page
let hits = 0

beforeAll(async () => {
  mkdirSync(join(contentDir, 'en'))
  for (const directory of ['alerts', 'fields-settings', 'layout', 'modals', 'pages', 'global-components']) {
    const files = Object.entries(directoryOf(directory)).map(([file, words]) => [
      file,
      poisoned(words, '', directory === 'fields-settings' && file !== 'registration'),
    ])
    writeFileSync(join(contentDir, 'en', `${directory}.json`), JSON.stringify(Object.fromEntries(files)))
  }
  ;[site, browser] = await Promise.all([
    startSite({
      env: {
        SEED: 'false',
        CONTENT_DIR: contentDir,
        TRUST_PROXY: '1',
        RESTRICTED_COUNTRIES: 'CA:1,BR:2',
        RESTRICTED_GAMES: 'dice:PT',
      },
    }),
    sharedBrowser(),
  ])
  page = await newPage()
}, 120_000)
afterAll(async () => {
  for (const context of contexts) await context.close()
  await site?.stop()
  rmSync(contentDir, { recursive: true, force: true })
})

/** Appends the next payload to every displayed text; names of icons, kinds and addresses are unchanged. */
function poisoned(value: unknown, key: string, isAllText: boolean): unknown {
  if (typeof value === 'string') {
    const isText =
      (isAllText || /title|description|label|text|question|answer|heading|body|content/i.test(key)) &&
      !/^(\/|https?:|[a-z]+$)/.test(value) &&
      value !== ''
    return isText ? `${value} ${payloads[planted++ % payloads.length]!.replaceAll('{', '(')}` : value
  }
  if (Array.isArray(value)) return value.map((each) => poisoned(each, key, isAllText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name, isAllText)]))
}

async function newPage(country = 'DE'): Promise<Page> {
  const context = await browser.newContext({
    bypassCSP: true,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'cf-ipcountry': country },
  })
  contexts.push(context)
  await context.addCookies([{ name: 'locale', value: 'en', url: site.url }])
  await context.exposeFunction('hit', () => {
    hits++
  })
  await context.addInitScript('window.alert = window.hit')
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    hits++
    void dialog.dismiss()
  })
  return page
}

// Shows: attack 30, ASVS 1.3.5
longTest(
  "30: all 200 payloads in the operator's content are shown as text, and none runs",
  { timeout: 90_000 },
  async () => {
    expect(planted).toBeGreaterThan(200)
    const visits: Array<[string, string]> = [
      ['DE', '/'],
      ['DE', '/?sign-up=true'],
      ['DE', '/?sign-in=true'],
      ['DE', '/?forgot-pass=true'],
      ['DE', '/static/terms'],
      ['DE', '/static/privacy'],
      ['DE', '/static/responsible-gaming'],
      ['DE', '/questions'],
      ['DE', '/contact'],
      ['DE', '/no/such/page'],
      ['CA', '/'],
      ['BR', '/?sign-in=true'],
      ['PT', '/games/dice?play=demo'],
    ]
    for (const [country, path] of visits) {
      const visited = country === 'DE' ? page : await newPage(country)
      await visited.goto(site.url + path, { waitUntil: 'load' })
      await expect
        .poll(() => visited.evaluate(() => document.body.innerText.includes('hit()')), {
          timeout: 10_000,
          message: path,
        })
        .toBe(true)
      expect(
        await visited.evaluate(
          () =>
            [...document.querySelectorAll('body *')].filter((element) =>
              [...element.attributes].some(({ name, value }) => name.startsWith('on') && value.includes('hit')),
            ).length,
        ),
        path,
      ).toBe(0)
    }
    expect(hits).toBe(0)
  },
)

// Shows: attack 30
longTest('30: none of the payloads typed into the search runs', { timeout: 90_000 }, async () => {
  await page.goto(site.url, { waitUntil: 'load' })
  await page.waitForSelector('html[data-alive]')
  const search = page.locator('header input[type=search], main input[type=search], input[name=search]').first()
  for (const payload of sampled(payloads, 15)) await search.fill(payload.slice(0, 100))
  await page.waitForTimeout(300)
  expect(hits).toBe(0)
})

// Shows: attack 30, ASVS 3.2.2
longTest("30: no payload as a player's name is in a page as markup", { timeout: 90_000 }, async () => {
  const player = await registerPlayer(site)
  const names = sampled(payloads, 15)
  let acceptedNames = 0
  for (const payload of names) {
    const { status } = await player.call('PUT', '/api/player/profile', {
      firstName: payload.slice(0, 64),
      lastName: payload.slice(0, 64),
      nickname: payload.slice(0, 64),
    })
    expect([200, 422], payload).toContain(status)
    if (status === 200) acceptedNames++
    const { body } = await send(`${site.url}/profile/info`, 'GET', {
      headers: { cookie: `access_token=${player.token}` },
    })
    expect(await page.evaluate(armed, String(body)), payload).toEqual([])
  }
  expect(acceptedNames).toBeGreaterThan(names.length / 2)
  await signInAs(page, player, site.url)
  for (const path of ['/', '/profile/info', '/profile/security'])
    await page.goto(site.url + path, { waitUntil: 'load' })
  await page.waitForTimeout(300)
  expect(hits).toBe(0)
})
