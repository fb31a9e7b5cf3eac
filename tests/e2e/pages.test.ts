/** Every URL of the specification answers with its correct status, in every locale. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { atRest, inMotion, plainPage, signInAs, siteTest } from '#tests/setup/visit.ts'
import { buildPlayerClient } from '#scripts/player-api/build-client.ts'
import { demoPlayer } from '#server/profile/registration/seed.ts'

const { site, test, longTest } = siteTest({
  LOYALTY: 'false',
  RESTRICTED_COUNTRIES: 'US:2,FR:1',
  TRUST_PROXY: '1',
  COUNTRY_HEADER: 'x-country',
})
const run = promisify(execFile)
let token: string

beforeAll(async () => {
  const answer = await fetch(`${site.url}/api/player/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: demoPlayer.email, password: demoPlayer.password }),
  })
  token = ((await answer.json()) as { accessToken: string }).accessToken
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers })
const asPlayer = () => ({ cookie: `access_token=${token}` })

const openPages = [
  '/',
  '/main',
  '/categories/slots',
  '/contact',
  '/games/dice',
  '/providers',
  '/questions',
  '/static/fairness',
  '/static/terms',
  '/tournaments',
  '/welcome-package',
  '/favorites',
  '/recently-played',
  '/safer-play',
  '/proof-of-liabilities',
  '/fairness-specification',
  // This one is served by the catch-all route.
  '/terms',
]
const prefixes = ['', ...localeCodes.filter((code) => code !== 'en').map((code) => `/${code}`)]

describe('routes', () => {
  // Shows: 1.3.1, 2.1.1, 2.1.5
  test.each(openPages.flatMap((path) => prefixes.map((prefix) => (path === '/' ? prefix || '/' : prefix + path))))(
    '%s is a page',
    async (path) => {
      const answer = await get(path, asPlayer())
      if (path !== '/questions' && path.endsWith('/questions'))
        return expect([answer.status, answer.headers.get('location')]).toEqual([302, '/questions'])
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toMatch(/<h1/)
      expect(html).not.toMatch(/undefined<|\[object Object\]/)
    },
  )

  // Shows: 2.1.3
  test('the plain categories URL leads to the first collection and keeps its query', async () => {
    const answer = await get('/categories?sort=new')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^\/categories\/[a-z-]+\?sort=new$/)
  })

  // Shows: 2.1.11
  test.each([
    '/no/such/page',
    '/games/no-such-game',
    '/categories/no-such-category',
    '/static/no-such-page',
    '/de/no/such/page',
    '/xx-YY',
    '/profile/nothing',
  ])('%s is 404 with the title of the specification', async (path) => {
    const answer = await get(path, asPlayer())
    expect(answer.status).toBe(404)
    const expectedTitle = path.startsWith('/de/') ? 'Seite nicht gefunden' : 'Page Not Found'
    expect(await answer.text()).toMatch(new RegExp(`<title>${expectedTitle}[^]*<h1>${expectedTitle}</h1>`))
  })

  // Shows: 1.4.1
  test('betting is a 404 without a sportsbook, loyalty while it is off', async () => {
    expect((await get('/betting')).status).toBe(404)
    expect((await get('/loyalty')).status).toBe(404)
  })

  // Shows: 2.1.2, ASVS 14.2.2, ASVS 14.3.2
  test('personal pages are for players: a guest is asked to sign in, a player gets the page, and no response is cached', async () => {
    const guest = await get('/profile/history')
    expect([guest.status, guest.headers.get('location')]).toEqual([302, '/?sign-in=true'])
    for (const page of [
      'history',
      'wallet',
      'info',
      'security',
      'bonuses',
      'limits',
      'documents',
      'notifications',
      'verification',
    ]) {
      const answer = await get(`/profile/${page}`, asPlayer())
      expect([page, answer.status]).toEqual([page, 200])
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
  })

  test('a restricted country of type 1 gets the other layout; the header counts only behind the trusted proxy', async () => {
    const restricted = await (await get('/', { 'x-country': 'FR' })).text()
    expect(restricted).not.toContain('/games/dice')
    expect(await (await get('/offline/en', { 'x-country': 'FR' })).text()).not.toContain('data-tile')
    expect(await (await get('/offline/en', { 'x-country': 'CA' })).text()).toContain('data-tile')
    expect(await (await get('/', { 'x-country': 'CA' })).text()).toContain('/games/')
  })

  // Shows: ASVS 3.4.3
  test('each page has its other languages, its canonical URL and its own nonce', async () => {
    const [first, second] = await Promise.all([get('/games/dice'), get('/games/dice')])
    const html = await first.text()
    for (const locale of localeCodes) expect(html).toMatch(new RegExp(`hreflang="${locale}"`, 'i'))
    expect(html).toContain('rel="canonical"')
    const nonce = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    expect(nonce(first)).toBeTruthy()
    expect(nonce(first)).not.toBe(nonce(second))
    expect((await get('/ar')).status).toBe(200)
    expect(await (await get('/ar')).text()).toMatch(/<html lang="ar" dir="rtl"/)
  })

  test('the sitemap lists all public pages, including games and content, in every language, and each exists', async () => {
    const text = await (await get('/sitemap.xml')).text()
    const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => new URL(found[1]!).pathname)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/ar',
        '/games/dice',
        '/pt-BR/games/glacier-fox',
        '/categories/slots',
        '/de/static/terms',
        '/questions',
        '/tournaments',
      ]),
    )
    expect(paths.some((path) => path.startsWith('/de/tournaments/'))).toBe(true)
    expect(paths).not.toContain('/de/questions')
    // Loyalty is switched off on this site.
    expect(paths).not.toContain('/loyalty')
    expect(text).toContain('hreflang="x-default"')
    // One translated locale represents all others: their addresses differ only in the prefix.
    for (const path of paths.filter(
      (each) => !localeCodes.some((code) => code !== 'de' && each.startsWith(`/${code}`)),
    ))
      expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  test('sitemap, robots, manifest, OpenAPI and build manifest are served', async () => {
    for (const path of [
      '/sitemap.xml',
      '/robots.txt',
      '/site.webmanifest',
      '/api/openapi.json',
      '/api/openapi/player.json',
      '/api/docs',
      '/builds/latest.json',
      '/healthz',
      '/readyz',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })
})

// Shows: 11.44
longTest('an example in the documents, with the client of the player API, signs in and reads the balance', async () => {
  await buildPlayerClient()
  const folder = fileURLToPath(new URL('../../dist/player-api-example', import.meta.url))
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'node_modules', '@fairhouse'), { recursive: true })
  await symlink(join(folder, '..', 'player-api'), join(folder, 'node_modules', '@fairhouse', 'player-api'), 'dir')
  const guide = await readFile(new URL('../../docs/player-api.md', import.meta.url), 'utf8')
  const example = /```ts\n([^]*?)```/
    .exec(guide)![1]!
    .replace('https://site.example', site.url)
    .replace('player@site.example', demoPlayer.email)
    .replace('a password', demoPlayer.password)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'example.ts'), example)
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2023", "noEmit": true, "types": ["node"] } }',
  )
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  await run(process.execPath, [compiler, '-p', folder])
  const { stdout } = await run(process.execPath, [join(folder, 'example.ts')])
  const accounts = (await (await get('/api/wallet/accounts', { authorization: `Bearer ${token}` })).json()) as Array<{
    currency: string
    balance: number
  }>
  expect(accounts.some(({ balance }) => balance > 0)).toBe(true)
  expect(stdout.trim().split('\n')).toEqual(
    accounts.map(({ currency, balance }) => `${balance} subunits of ${currency}`),
  )
})

describe('modals', () => {
  // Shows: 2.2.1
  test('opening one keeps unknown query parameters in the address, and closing it leads back', async ({ visit }) => {
    const address = '?utm_source=friends&search=fox'
    const { page } = await visit(plainPage + address)
    const search = () => new URL(page.url()).search
    const length = await page.evaluate(() => history.length)
    await page.locator('header [data-modal=sign-in]').click()
    await expect.poll(search).toBe(`${address}&sign-in=true`)
    await page.locator('[role=dialog][data-modal=sign-in] form').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(search).toBe(address)
    await page.goForward()
    await expect.poll(search).toBe(`${address}&sign-in=true`)
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
  })

  test('on load, only the key of one that is not available is removed', async ({ visit }) => {
    const { page } = await visit(`${plainPage}?utm_source=friends&wallet=deposit&gclid=1`)
    await expect.poll(() => new URL(page.url()).search).toBe('?utm_source=friends&gclid=1')
  })

  // Shows: 2.2.9, 2.2.10, 2.2.11
  test('are stacked from z-index 1000 by 2 a level, move for 250 ms, and stay open at a click outside', async ({
    visit,
  }) => {
    const { page } = await visit(`${plainPage}?sign-in=true&providers=true`, inMotion)
    const dialogs = page.locator('[role=dialog][data-modal]')
    await expect.poll(() => dialogs.count()).toBe(2)
    const read = (property: 'zIndex' | 'transitionDuration') =>
      dialogs.evaluateAll(
        (all, name) =>
          all.map((dialog) => getComputedStyle(name === 'zIndex' ? dialog.parentElement! : dialog)[name as 'zIndex']),
        property,
      )
    expect(await read('zIndex')).toEqual(['1000', '1002'])
    for (const durations of await read('transitionDuration')) expect(durations).toMatch(/^0\.25s(, 0\.25s)*$/)
    await page.mouse.click(5, 400)
    await page.waitForTimeout(300)
    expect(await dialogs.count()).toBe(2)
  })

  // Shows: 2.2.1, 2.2.2, 2.2.9, 2.2.10
  longTest('reopen on load, are removed when not available, and Back closes only the top one', async ({ enter }) => {
    const context = await enter()
    const page = await context.newPage()
    await page.goto(`${site.url}/?wallet=deposit`)
    await expect.poll(() => new URL(page.url()).searchParams.has('wallet')).toBe(false)
    await signInAs(page, { token }, site.url)
    await page.goto(`${site.url}/?wallet=nonsense`)
    await expect.poll(() => new URL(page.url()).searchParams.has('wallet')).toBe(false)
    await page.goto(`${site.url}/`)
    await atRest(page)
    await page.locator('header a[href*="wallet=deposit"]').first().click()
    const dialogs = page.locator('[role=dialog][data-modal]')
    await expect.poll(() => dialogs.count()).toBe(1)
    await page
      .getByRole('button', { name: /Change/ })
      .or(page.getByRole('link', { name: /Change/ }))
      .first()
      .click()
    await expect.poll(() => dialogs.count()).toBe(2)
    const layers = await dialogs.evaluateAll((all) =>
      all.map((dialog) => {
        for (let each: Element | null = dialog; each; each = each.parentElement)
          if (getComputedStyle(each).zIndex !== 'auto') return Number(getComputedStyle(each).zIndex)
        return null
      }),
    )
    expect(layers).toEqual([1000, 1002])
    const keys = () => dialogs.evaluateAll((all) => all.map((dialog) => dialog.getAttribute('data-modal')))
    const opened = await keys()
    expect(opened).toEqual(['wallet', 'wallet-region'])
    await page.reload()
    await expect.poll(keys).toEqual(opened)
    await atRest(page)
    await page.goBack()
    await expect.poll(() => dialogs.count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('wallet')).toBe('deposit')
    await page.mouse.click(5, 400)
    await page.waitForTimeout(400)
    expect(await dialogs.count()).toBe(1)
  })
})
