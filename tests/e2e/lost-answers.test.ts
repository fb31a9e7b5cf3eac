/** Pages whose scripts or responses are late or lost: the player's input is kept, and no message is wrong. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Page, Route, WebSocketRoute } from 'playwright-core'
import { expect } from 'vitest'
import {
  atRest,
  dialogOf,
  expectReadable,
  isAlive,
  isGuest,
  isPlayer,
  noticeRead,
  phone,
  plainPage,
  siteTest,
} from '#tests/setup/visit.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { fund, password, registerPlayer, send } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({ SEED: 'false' })
/** The notice itself: alerts of what cannot be done meanwhile repeat its words. */
const offline = (page: Page) => page.getByRole('status').filter({ hasText: /^\s*You are offline/ })

const press = (page: Page, modal: string) =>
  page.evaluate((key) => document.querySelector<HTMLElement>(`[data-modal=${key}]`)!.click(), modal)
const scripts = '**/assets/*.js'
/** The server executes the request, and its response never reaches the page. */
const loseResponse = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

// Shows: attack 71, change 42
test('a page loaded as a guest shows the player where another tab signs in before its scripts run', async ({
  enter,
}) => {
  const player = await registerPlayer(site)
  const context = await enter({ cookies: noticeRead })
  const page = await context.newPage()
  const isSignedIn = Promise.withResolvers<void>()
  await page.route(scripts, (route) => isSignedIn.promise.then(() => route.continue()))
  await page.goto(site.url + plainPage, { waitUntil: 'commit' })
  await page.locator('header [data-modal=sign-in]').waitFor()
  await context.addCookies([{ name: 'access_token', value: player.token, url: site.url }])
  isSignedIn.resolve()
  await isPlayer(page)
  await isAlive(page)
})

// Shows: attack 71
longTest(
  'a page loaded for one player shows another one who has signed in before its scripts run',
  async ({ enter }) => {
    const [former, player] = [await registerPlayer(site), await registerPlayer(site)]
    const context = await enter({ player: former, cookies: noticeRead })
    const page = await context.newPage()
    const isSignedIn = Promise.withResolvers<void>()
    await page.route(scripts, (route) => isSignedIn.promise.then(() => route.continue()))
    await page.goto(`${site.url}/profile/info`, { waitUntil: 'commit' })
    await page.locator('[popovertarget=user-nav]').waitFor()
    await context.addCookies([{ name: 'access_token', value: player.token, url: site.url }])
    isSignedIn.resolve()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.player)).toBe(player.id)
    await isAlive(page)
    expect(await page.content()).not.toContain(former.email)
  },
)

// Shows: attack 73
longTest('a sign-in whose page cannot load what a player needs loads the page again', async ({ visit }) => {
  const { email } = await registerPlayer(site)
  const { page } = await visit(`${plainPage}?sign-in=true`, { cookies: noticeRead })
  const form = dialogOf(page, 'sign-in')
  await form.locator('[name=login]').fill(email)
  await form.locator('[name=password]').fill(password)
  const answered = page.waitForResponse('**/api/player/sessions')
  let isLost = true
  await page.route(scripts, (route) => (isLost ? route.abort() : route.continue()))
  const loaded = page.waitForEvent('domcontentloaded')
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(200)
  await loaded
  isLost = false
  await page.reload()
  await isPlayer(page)
})

// Shows: attack 78
longTest(
  'a registration whose response is lost happens once, and submitting again signs its player in',
  async ({ visit }) => {
    const { page } = await visit(`${plainPage}?sign-up=true`, { cookies: noticeRead })
    const email = `${randomUUID()}@example.test`
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.check('[name=agreements]')
    await page.route('**/api/player/register', loseResponse, { times: 1 })
    const submit = dialogOf(page, 'sign-up').locator('form [type=submit]')
    await submit.click()
    await dialogOf(page, 'sign-up').getByText('We cannot connect at the moment').waitFor()
    // The error message disappears when the player returns to a field.
    await page.fill('[name=password]', password)
    await submit.click()
    await isPlayer(page)
  },
)

// Shows: attack 73
longTest('a dialog whose code cannot be loaded opens after a reload, on top of the same page', async ({ visit }) => {
  const { page } = await visit(plainPage, { player: await registerPlayer(site), cookies: noticeRead })
  let isLost = true
  await page.route('**/assets/modal-stack-*.js', (route) => (isLost ? route.abort() : route.continue()))
  page.once('domcontentloaded', () => (isLost = false))
  await press(page, 'wallet')
  await dialogOf(page, 'wallet').locator('form').waitFor()
  expect(isLost).toBe(false)
  expect(await page.locator('h1').innerText()).toBe('About Fairhouse')
})

// Shows: attack 73
longTest('a dialog whose code cannot be loaded shows an error, and opens after Try again', async ({ visit }) => {
  const { page } = await visit(plainPage, { player: await registerPlayer(site), cookies: noticeRead })
  await press(page, 'quests-hub')
  await dialogOf(page, 'quests-hub').getByRole('heading', { name: 'Quests', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page, 'quests-hub').waitFor({ state: 'detached' })
  await page.route(scripts, (route) => route.abort())
  await press(page, 'wallet')
  const again = dialogOf(page, 'wallet').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute(scripts)
  await again.click()
  await dialogOf(page, 'wallet').locator('form').waitFor()
})

longTest(
  'a notice shows that the connection is lost until it is back; then the page reads what it missed',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    const context = await enter({ ...phone, player, cookies: noticeRead })
    const page = await context.newPage()
    const areWordsRead = page.waitForResponse((response) => /\/connection\b(?!\/websocket)/.test(response.url()))
    await page.goto(site.url + plainPage)
    await (await areWordsRead).finished()
    await context.setOffline(true)
    const notice = offline(page)
    await notice.waitFor()
    await notice.getByText('may be out of date').waitFor()
    await expectReadable(page)
    await fund(player, 42_00)
    await context.setOffline(false)
    await notice.waitFor({ state: 'detached' })
    await page.locator('header').getByText('42.00').filter({ visible: true }).first().waitFor()
  },
)

longTest(
  'a lobby without a connection says so, shows no broken pictures and answers a tap; all of it returns by itself',
  async ({ enter }) => {
    const context = await enter({ ...phone, cookies: noticeRead, seesPictures: true })
    const page = await context.newPage()
    await page.route(/\.(webp|avif|png|jpg)\b/, (route) => route.abort())
    const areWordsRead = page.waitForResponse((response) => /\/connection\b(?!\/websocket)/.test(response.url()))
    await page.goto(site.url)
    await (await areWordsRead).finished()
    await context.setOffline(true)
    await offline(page).waitFor({ timeout: 2_000 })
    const pictures = (how: 'broken' | 'hidden') =>
      page.evaluate(
        (isHidden) =>
          [...document.images].filter(
            ({ currentSrc, complete, naturalWidth, style }) =>
              currentSrc !== '' && complete && naturalWidth === 0 && (style.visibility === 'hidden') === isHidden,
          ).length,
        how === 'hidden',
      )
    await expect.poll(() => pictures('hidden')).toBeGreaterThan(0)
    await expect.poll(() => pictures('broken')).toBe(0)
    const tile = page.locator('main article a').first()
    await tile.scrollIntoViewIfNeeded()
    await tile.click()
    await page.getByRole('status').filter({ hasText: 'Games need a connection' }).waitFor({ timeout: 2_000 })
    expect(new URL(page.url()).pathname).toBe('/')
    await expectReadable(page)
    await page.unrouteAll()
    await context.setOffline(false)
    await offline(page).waitFor({ state: 'detached' })
    await expect.poll(() => pictures('hidden')).toBe(0)
    await tile.click()
    await page.waitForURL('**/games/*')
  },
)

longTest('a server that does not answer is named as such, and only the device is called offline', async ({ enter }) => {
  const page = await (await enter({ cookies: noticeRead })).newPage()
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await page.routeWebSocket(/connection\/websocket/, (socket) => {
    if (isAway) return void socket.close()
    // The first message confirms the connection; before it, the page has none that it could lose.
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      if (!sockets.includes(socket)) sockets.push(socket)
    })
  })
  const areWordsRead = page.waitForResponse((response) => /\/connection\b(?!\/websocket)/.test(response.url()))
  await page.goto(site.url + plainPage)
  await (await areWordsRead).finished()
  await expect.poll(() => sockets.length).toBe(1)
  await page.waitForTimeout(500)
  isAway = true
  await sockets[0]!.close()
  const notice = page.getByRole('status').filter({ hasText: 'Our servers cannot be reached' })
  await notice.waitFor()
  expect(await page.getByText('You are offline').count()).toBe(0)
  isAway = false
  await notice.waitFor({ state: 'detached' })
})

longTest('a dialog closes where the entry below it is gone, without an error', async ({ visit }) => {
  const { page } = await visit(plainPage, { player: await registerPlayer(site), cookies: noticeRead })
  await press(page, 'quests-hub')
  await dialogOf(page, 'quests-hub').getByRole('heading', { name: 'Quests', exact: true }).waitFor()
  // This is the state of a tab whose history was not restored: the page's first entry claims to have one below it.
  const state = await page.evaluate(() => history.state)
  const alone = await page.context().newPage()
  await alone.addInitScript((own) => history.replaceState(own, ''), state)
  await alone.goto(page.url())
  await dialogOf(alone, 'quests-hub').getByRole('heading', { name: 'Quests', exact: true }).waitFor()
  expect(await alone.evaluate(() => navigation.canGoBack)).toBe(false)
  await alone.keyboard.press('Escape')
  await dialogOf(alone, 'quests-hub').waitFor({ state: 'detached' })
  await expect.poll(() => new URL(alone.url()).search).toBe('')
  expect(await alone.getByRole('heading', { name: 'Something went wrong' }).count()).toBe(0)
  await isAlive(alone)
})

// Shows: attack 74
longTest('a deposit without a connection says that nothing was charged, and keeps the amount', async ({ visit }) => {
  const { context, page } = await visit(`${plainPage}?wallet=deposit`, {
    player: await registerPlayer(site),
    cookies: noticeRead,
  })
  const wallet = dialogOf(page, 'wallet')
  await wallet.locator('[inputmode=numeric]').fill('37')
  await atRest(page)
  await context.setOffline(true)
  await wallet.locator('form [type=submit]').click()
  const notice = dialogOf(page, 'deposit-error')
  await notice.getByText('Nothing was credited').waitFor()
  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await wallet.locator('[inputmode=numeric]').inputValue()).toBe('37')
})

// Shows: attack 74
longTest('a withdrawal whose response is lost is created once, and the page shows it as created', async ({ visit }) => {
  const player = await registerPlayer(site)
  await fund(player, 200_00, { isBonusDecline: true })
  await player.call('POST', '/api/player/step-up', { method: 'password', proof: password })
  const { page } = await visit(`${plainPage}?wallet=withdraw`, { player, cookies: noticeRead })
  let isLost = false
  await page.route('**/api/payment/invoices/withdrawal', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  })
  const wallet = dialogOf(page, 'wallet')
  await wallet.locator('[inputmode=numeric]').fill('120')
  await wallet.getByLabel(/holder/i).fill('Maria Muster')
  await wallet.getByLabel(/iban/i).fill('DE89370400440532013000')
  await wallet.locator('form [type=submit]').click()
  await dialogOf(page, 'withdrawal-requested').getByText('€120.00').waitFor()
  const { body } = await player.call('GET', '/api/payment/invoices?type=2')
  expect(body.data.filter(({ type }: { type: number }) => type === 2)).toHaveLength(1)
})

// Shows: attack 75
test('a step-up asks for the authenticator that another tab has set up meanwhile', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/profile/security', { player, cookies: noticeRead })
  await page.getByRole('button', { name: 'Set up' }).first().click()
  const proof = page.locator('[data-step-up] [name=proof]')
  await proof.waitFor()
  await player.call('POST', '/api/player/step-up', { method: 'password', proof: password })
  const { body } = await player.call('POST', '/api/player/totp', {})
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  expect((await player.call('POST', '/api/player/totp/confirm', { code })).status).toBe(200)
  await proof.fill(password)
  await page.keyboard.press('Enter')
  await page
    .locator('[data-step-up]')
    .getByText(/authenticator/i)
    .first()
    .waitFor()
})

// Shows: attack 76
longTest(
  'an authenticator whose confirmation gets no response is confirmed again, and its recovery codes are shown',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await player.call('POST', '/api/player/step-up', { method: 'password', proof: password })
    const { page } = await visit('/profile/security', { player, cookies: noticeRead })
    await page.getByRole('button', { name: 'Set up' }).first().click()
    const key = (await page.locator('code').first().textContent())!.replaceAll(' ', '')
    await page.route('**/api/player/totp/confirm', loseResponse, { times: 1 })
    // The sixth digit sends the code.
    await page.fill('[name=code]', new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await page.locator('[name=code][aria-invalid=true]').waitFor()
    await page.fill('[name=code]', new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await page.getByText('Your recovery codes').waitFor()
    expect(await page.locator('li > code').allTextContents()).toHaveLength(10)
  },
)

// Shows: attack 72
test('a sign-out is immediate although the server does not answer, and removes all data of the player from the page', async ({
  visit,
}) => {
  const player = await registerPlayer(site)
  const { context, page } = await visit('/profile/info', { player, cookies: noticeRead })
  await isPlayer(page)
  await page.evaluate(() => {
    sessionStorage.returnGame = '/games/dice?play=real'
    sessionStorage.awaitedInvoice = 'b9f7c0f4-0000-4000-8000-000000000000'
  })
  // This token must be refreshed before the next call.
  const expired = player.token.split('.')
  const claims = JSON.parse(Buffer.from(expired[1]!, 'base64url').toString()) as object
  expired[1] = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
  await context.addCookies([{ name: 'access_token', value: expired.join('.'), url: site.url }])
  await page.route('**/api/player/sessions/*', () => undefined)
  await page.evaluate(() => document.querySelector<HTMLElement>('#user-nav li:last-child button')!.click())
  await isGuest(page)
  await expect.poll(() => page.content()).not.toContain(player.email.split('@')[0])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toEqual(
    expect.arrayContaining([expect.stringMatching('returnGame|awaitedInvoice')]),
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

async function resetPathOf(to: string): Promise<string> {
  const inbox = inboxOf(site)
  for (;;) {
    const { links } = await inbox.next({ to })
    const link = links.find((each) => each.includes('resetCode='))
    if (link) return new URL(link).pathname + new URL(link).search
  }
}

// Shows: attack 77
longTest(
  'a new password whose response is lost: saving again succeeds, or says that it has been saved',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const { page } = await visit('/profile/security', { player, cookies: noticeRead })
    await page.getByRole('button', { name: 'Change password' }).click()
    const next = 'another quiet harbour'
    await page.locator('[name=currentPassword]').fill(password)
    for (const name of ['newPassword', 'repeatNewPassword']) await page.locator(`[name=${name}]`).fill(next)
    await page.route('**/api/player/passwords', loseResponse, { times: 1 })
    const save = page.getByRole('button', { name: 'Save new password' })
    await save.click()
    await page.getByRole('alert').first().waitFor()
    await save.click()
    await save.waitFor({ state: 'detached' })

    const other = await registerPlayer(site)
    expect(
      (await send(`${site.url}/api/player/passwords/reset`, 'POST', { body: { email: other.email } })).status,
    ).toBe(200)
    const reset = await visit(await resetPathOf(other.email), { cookies: noticeRead })
    for (const name of ['password', 'password_confirmation']) await reset.page.locator(`[name=${name}]`).fill(next)
    await reset.page.route('**/api/player/passwords/confirm', loseResponse, { times: 1 })
    const set = reset.page.getByRole('button', { name: 'Save password' })
    await set.click()
    await reset.page.getByRole('alert').first().waitFor()
    await set.click()
    await reset.page.getByText('Your new password has probably been saved').waitFor()
    const signedIn = await send(`${site.url}/api/player/sessions`, 'POST', {
      body: { login: other.email, password: next },
    })
    expect(signedIn.status).toBe(200)
  },
)
