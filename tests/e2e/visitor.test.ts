/** Effects of a visitor's country, referrer and consent. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inboxOf } from '#tests/setup/inbox.ts'
import {
  atRest,
  dialogOf,
  expectReadable,
  type Guest,
  siteTest,
  isAlive,
  isPlayer,
  noticeRead,
  plainPage,
} from '#tests/setup/visit.ts'
import { registerPlayer } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({
  SEED: 'false',
  TRUST_PROXY: '1',
  RESTRICTED_COUNTRIES: 'BR:1,CA:2',
  RESTRICTED_GAMES: 'dice:AT+CH',
  GTM_ID: 'GTM-TEST1',
})
let context: BrowserContext
let page: Page

/**
 * Opens a browser whose country the proxy reports as this one; its language is English unless the test is about the
 * country's language.
 */
async function from(
  enter: (guest: Guest) => Promise<BrowserContext>,
  country: string,
  notice: Record<string, string> = noticeRead,
  more: Guest = {},
): Promise<void> {
  context = await enter({
    extraHTTPHeaders: { 'cf-ipcountry': country },
    cookies: { locale: 'en', ...notice },
    ...more,
  })
  page = await context.newPage()
}
/** Options for tests of the requests of a page: nothing is left out of it. */
const withAllRequests = { seesPictures: true, isUnknownDevice: true }
const dialog = (key: string) => dialogOf(page, key)
const alive = () => isAlive(page)

// Shows: 1.3.2, 2.1.14, attack 36
longTest(
  'restrictType 1: the layout replaces every page except the readable ones, and offers no games',
  async ({ enter }) => {
    await from(enter, 'BR')
    await page.goto(site.url)
    expect(await page.locator('[data-layout=geo-restricted]').count()).toBe(1)
    expect(await page.getByRole('heading', { name: 'Our games are not available in your location' }).count()).toBe(1)
    expect(await page.locator('a[href*="/games/"]').count()).toBe(0)
    await expectReadable(page)
    await page.goto(`${site.url}/games/dice`)
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Our games are not available in your location' }).count()).toBe(1)
    await page.goto(`${site.url}/static/terms`)
    expect(await page.locator('main h1').textContent()).not.toContain('not available')
  },
)

// Shows: 2.2.8, 9.5.1, attack 36
longTest.for([
  ['CA', 'of restrictType 2'],
  ['GB', 'that is excluded'],
] as const)(
  '%s, a country %s: guests learn it on arrival, nothing invites them, and sign-in and sign-up open the explanation',
  async ([country], { enter }) => {
    await from(enter, country)
    await page.goto(site.url)
    expect(await page.locator('[data-layout=default]').count()).toBe(1)
    await page.getByRole('region', { name: 'Not available in your country' }).waitFor()
    await alive()
    for (const path of ['/loyalty', '/welcome-package', '/']) {
      await page.goto(site.url + path)
      await alive()
      expect(await page.locator('[data-modal=sign-up]').count()).toBe(0)
    }
    await expectReadable(page, { within: '[data-notice=restricted]' })
    for (const open of ['header [data-modal=sign-in]', '[data-notice=restricted] a']) {
      const key = 'sign-in'
      await page.locator(open).click()
      await dialog('geo-restricted-type').getByRole('heading', { name: 'Not available in your location' }).waitFor()
      expect(await dialog(key).count()).toBe(0)
      expect(new URL(page.url()).search).toBe('?geo-restricted-type=true')
      await page.keyboard.press('Escape')
      await dialog('geo-restricted-type').waitFor({ state: 'detached' })
      expect(new URL(page.url()).search).toBe('')
    }
    await page.goto(`${site.url}${plainPage}?sign-up=true`)
    await dialog('geo-restricted-type').getByRole('heading', { name: 'Not available in your location' }).waitFor()
    expect(await dialog('sign-up').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?geo-restricted-type=true')
    await expectReadable(page)
  },
)

test('a visitor from an unrestricted country can sign in and register', async ({ enter }) => {
  await from(enter, 'PT')
  await page.goto(`${site.url}${plainPage}?sign-in=true`)
  await dialog('sign-in').locator('form').waitFor()
  expect(await dialog('geo-restricted-type').count()).toBe(0)
})

longTest(
  'a game that is restricted in a country opens geo-restricted-game there, and the game elsewhere',
  async ({ enter }) => {
    await from(enter, 'AT')
    await page.goto(`${site.url}/games/dice?play=demo`)
    await dialog('geo-restricted-game')
      .getByRole('heading', { name: 'This game is not available in your location' })
      .waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await expectReadable(page)
    await dialog('geo-restricted-game').getByRole('link', { name: 'See other games' }).click()
    await expect.poll(() => page.url()).toBe(`${site.url}/`)
    await page.goto(`${site.url}/games/ember-forge?play=demo`)
    await page.locator('iframe').waitFor()
    await context.close()
    await from(enter, 'DE')
    await page.goto(`${site.url}/games/dice?play=demo`)
    await page.locator('iframe').waitFor()
    expect(await dialog('geo-restricted-game').count()).toBe(0)
  },
)

// Shows: 9.9.1
test('the first affiliate tag is stored for thirty days, and removed from the URL before analytics starts', async ({
  enter,
}) => {
  await from(enter, 'PT')
  await page.goto(`${site.url}/?stag=first&search=fox`)
  await expect.poll(() => new URL(page.url()).search).toBe('?search=fox')
  const tag = (await context.cookies()).find(({ name }) => name === 'affiliateTag')!
  expect(tag.value).toBe('first')
  expect(Math.abs(tag.expires - Date.now() / 1000 - 30 * 86_400)).toBeLessThan(60)
  await page.goto(`${site.url}/?stag=second`)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect((await context.cookies()).find(({ name }) => name === 'affiliateTag')!.value).toBe('first')
})

/** Records every request to other hosts; the tag manager gets an empty script. */
async function recordForeignRequests(): Promise<string[]> {
  const requestedUrls: string[] = []
  await page.route(
    (url) => url.origin !== site.url,
    (route) => {
      requestedUrls.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: 'window.tagManagerRan = true' })
    },
  )
  return requestedUrls
}
type Measured = {
  event: string
  step?: string
  loadTime?: number
  regType?: string
  walletOperationType?: string
  walletType?: string
}
const layer = () => page.evaluate<Measured[] | null>(() => (window as { dataLayer?: Measured[] }).dataLayer ?? null)

// Shows: 3.27.2, ASVS 14.2.3
longTest(
  'no analytics and no third-party request before consent; after it the funnel starts with the queued events',
  async ({ enter }) => {
    await from(enter, 'PT', {}, withAllRequests)
    const requestedUrls = await recordForeignRequests()
    await page.goto(`${site.url}${plainPage}?sign-up=true`)
    await dialog('sign-up').locator('form').waitFor()
    await page.locator('[name=email]').fill('a@b.co')
    await atRest(page)
    expect([requestedUrls, await layer()]).toEqual([[], null])
    await page.goto(site.url)
    await alive()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => page.evaluate(() => (window as { tagManagerRan?: boolean }).tagManagerRan)).toBe(true)
    expect(requestedUrls).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST1'])
    expect(await layer()).toMatchObject([{ event: 'gtm.js' }, { event: 'pageLoad', loadTime: expect.any(Number) }])
    await page.locator('header [data-modal=sign-up]').click()
    await expect
      .poll(async () => (await layer())!.at(-1))
      .toEqual({ event: 'registration', step: 'open', regType: 'email' })
    await page.reload()
    await expect
      .poll(async () => (await layer())?.map(({ event }) => event).slice(0, 2))
      .toEqual(['gtm.js', 'pageLoad'])
  },
)

/** Records every step measured on this page, across its addresses, as the tag manager would read it. */
async function steps(): Promise<string[]> {
  const noted: string[] = []
  await recordForeignRequests()
  await page.exposeFunction('noteStep', ({ event, step, regType, walletOperationType, walletType }: Measured) => {
    const of = [regType, walletOperationType, walletType].filter(Boolean).join(' ')
    if (step) noted.push(`${event}: ${step}${of && ` (${of})`}`)
  })
  await page.addInitScript(() => {
    const { noteStep } = window as unknown as { noteStep(measured: object): void }
    const push = (...measured: object[]) => measured.map((each) => noteStep(each)).length
    Object.assign(window, { dataLayer: Object.assign([], { push }) })
  })
  return noted
}
const consented = { 'cookies-notice': 'accepted' }

// Shows: 9.8.3
longTest(
  'the preloader is hidden half a second after the page has started, and removed another half later',
  async ({ enter }) => {
    await from(enter, 'DE')
    await page.addInitScript(() => {
      const times = { hidden: 0, removed: 0 }
      Object.assign(globalThis, { times })
      new MutationObserver(() => {
        const stage = document.querySelector('[data-stage]')?.getAttribute('data-stage')
        if (stage === 'hidden') times.hidden ||= performance.now()
        if (!stage && times.hidden) times.removed ||= performance.now()
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    await page.goto(`${site.url}${plainPage}`)
    const read = () => page.evaluate(() => (globalThis as unknown as { times: Record<string, number> }).times)
    await expect.poll(async () => (await read()).removed).toBeGreaterThan(0)
    const { hidden, removed } = await read()
    expect(removed! - hidden!).toBeGreaterThan(350)
    expect(removed! - hidden!).toBeLessThan(900)
  },
)

// Shows: 3.27.2, 4.14.1
longTest('a registration is measured step by step', async ({ enter }) => {
  await from(enter, 'DE', consented)
  const noted = await steps()
  await page.goto(`${site.url}${plainPage}?sign-up=true`)
  const form = dialog('sign-up')
  await form.getByRole('tab', { name: 'Phone' }).click()
  await page.fill('[name=phone]', '15124000001')
  await page.fill('[name=password]', 'a quiet harbour')
  await page.check('[name=agreements]')
  await form.locator('[type=submit]').click()
  await form.locator('[name=code]').waitFor()
  // Whoever closes the dialog to look for the message finds the step again, and nothing is sent or asked anew.
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.locator('header [data-modal=sign-up]').first().click()
  await form.getByText('We have sent a code by SMS to').waitFor()
  await form.locator('[name=code]').focus()
  await page.keyboard.type((await inboxOf(site).next({ to: '4915124000001' })).code!)
  await isPlayer(page)
  await expect
    .poll(() => noted)
    .toEqual(
      ['open (email)', 'type change (phone)', 'sent (phone)', 'open (email)', 'otp (phone)'].map(
        (step) => `registration: ${step}`,
      ),
    )
})

// Shows: 4.14.2
longTest('the wallet and the balance are measured step by step', async ({ enter }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  context = await enter({ player, cookies: { locale: 'en', ...consented } })
  page = await context.newPage()
  const noted = await steps()
  await page.goto(`${site.url}${plainPage}?wallet=withdraw`)
  const wallet = dialog('wallet')
  const method = (name: string) => wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name })
  const bonuses = wallet.getByRole('group', { name: 'Bonus for this deposit' }).getByRole('radio')
  const decline = wallet.getByRole('radio', { name: /No bonus/ })
  await wallet.getByRole('tab', { name: 'Deposit' }).click()
  await method('Instant transfer').click()
  await decline.check()
  await bonuses.first().check()
  await wallet.getByRole('radio', { name: /promo code/ }).check()
  await wallet.getByRole('textbox', { name: 'Promo code' }).fill('NOSUCHCODE')
  await page.keyboard.press('Enter')
  await page.getByText('Invalid code').waitFor()
  await decline.check()
  await wallet.getByRole('button', { name: 'Deposit €25', exact: true }).click()
  await page.getByRole('img', { name: 'QR code for this payment' }).waitFor()
  await wallet.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog('cancel-deposit').getByRole('button', { name: 'Leave' }).click()
  await wallet.waitFor({ state: 'detached' })
  await page.locator('header [popovertarget=accounts-menu]').click()
  const ofDeposit = 'type change,method,declineBonuses,selectBonus,promoOpen,promoSent,declineBonuses,sent,close'
  await expect
    .poll(() => noted)
    .toEqual([
      'wallet: open (withdraw fiat)',
      ...ofDeposit.split(',').map((step) => `wallet: ${step} (deposit fiat)`),
      'balance: open',
    ])

  const { body: account } = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
  await player.call('PUT', `/api/wallet/accounts/${account.id}/switch`)
  await page.goto(`${site.url}${plainPage}?wallet=deposit`)
  await wallet.getByLabel(/network/i).selectOption({ index: 1 })
  await expect.poll(() => noted.at(-1)).toBe('wallet: network (deposit crypto)')
})

// Shows: 3.27.3, attack 224
longTest(
  'consent withdrawn in one tab ends all analytics in both, and no open dialog or input is lost',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    context = await enter({ ...withAllRequests, player, cookies: { locale: 'en', ...consented } })
    const sent: string[] = []
    await context.route(
      (url) => url.origin !== site.url,
      (route) => {
        sent.push(new URL(route.request().url()).pathname)
        return route.fulfill({ contentType: 'text/javascript', body: tagManager })
      },
    )
    const open = async (path: string) => {
      page = await context.newPage()
      await page.goto(site.url + path)
      await expect.poll(() => page.evaluate(() => 'measure' in window)).toBe(true)
      return page
    }
    const other = await open(`${plainPage}?wallet=deposit`)
    const wallet = dialogOf(other, 'wallet')
    const amount = wallet.getByLabel('Amount').first()
    await amount.fill('37')
    await open(plainPage)
    // The tag manager sends data as long as it is allowed to.
    const measure = (tab: Page) => tab.evaluate(() => (window as unknown as { measure(): Promise<void> }).measure())
    await measure(page)
    const paths = ['/gtm.js', '/gtm.js', '/collect', '/beacon', '/pixel.gif']
    await expect.poll(() => sent.toSorted()).toEqual(paths.toSorted())
    const measured = () => Promise.all([other, page].map((tab) => tab.evaluate(() => window.dataLayer!.length)))
    const before = await measured()

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await page.getByRole('button', { name: 'Necessary only' }).click()
    await expect.poll(() => other.locator('meta[http-equiv=Content-Security-Policy]').count()).toBe(1)
    for (const tab of [other, page]) await measure(tab)
    await page.locator('header [popovertarget=accounts-menu]').click()
    await amount.fill('38')
    expect(sent).toHaveLength(paths.length)
    expect(await measured()).toEqual(before)
    expect((await context.cookies()).filter(({ name }) => name.startsWith('_ga'))).toEqual([])
    expect(await amount.inputValue()).toBe('38')
    await wallet.getByRole('button', { name: /^Deposit €38/ }).waitFor()
    await page.goto(`${site.url}/providers`)
    await isPlayer(page)
    await atRest(page)
    expect([sent.length, await layer()]).toEqual([paths.length, null])
  },
)

/** A stand-in for the tag manager, which sends data by every means available to a script. */
const tagManager = `
  document.cookie = '_ga=GA1.1.1.1;path=/'
  window.measure = async () => {
    const host = 'https://www.google-analytics.com'
    await fetch(host + '/collect', { mode: 'no-cors' }).catch(() => undefined)
    navigator.sendBeacon(host + '/beacon')
    await new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: host + '/pixel.gif' }))
  }`

longTest('a decline is stored: no script, no events, no further notice', async ({ enter }) => {
  await from(enter, 'PT', {}, withAllRequests)
  const requestedUrls = await recordForeignRequests()
  await page.goto(site.url)
  await alive()
  await page.getByRole('button', { name: 'Necessary only' }).click()
  await page.goto(`${site.url}${plainPage}?sign-up=true`)
  await dialog('sign-up').locator('form').waitFor()
  expect([requestedUrls, await layer(), await page.getByRole('button', { name: 'Allow' }).isVisible()]).toEqual([
    [],
    null,
    false,
  ])
})

// Shows: 4.15.1, 9.10.4, ASVS 14.2.3
longTest(
  'the fingerprint is calculated locally without any interaction, stored per tab, and sent to no third party',
  async ({ enter }) => {
    await from(enter, 'PT', noticeRead, withAllRequests)
    const requestedUrls = await recordForeignRequests()
    // Requests that the page's policy refused count as well.
    page.on(
      'console',
      (message) => message.text().includes('Content Security Policy') && requestedUrls.push(message.text()),
    )
    // The fingerprint library reports one use in a thousand unless that is switched off; here it would report each.
    await page.addInitScript(() => {
      const { random } = Math
      Math.random = () => random() / 1e6
    })
    await page.goto(site.url)
    await alive()
    const stored = () => page.evaluate(() => sessionStorage.getItem('fingerprint'))
    await expect.poll(stored).toMatch(/^[0-9a-f]{32}$/)
    const first = await stored()
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await alive()
    await expect.poll(stored).toBe(first)
    expect(requestedUrls).toEqual([])
  },
)
