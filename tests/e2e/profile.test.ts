/** A player's own pages in a browser: the profile form, documents, and identity verification to its end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { unsubscribeToken } from '#server/campaigns/unsubscribe-link.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { jpeg } from '#tests/setup/sample-files.ts'
import { atRest, dialogOf, expectReadable as readable, siteTest, noticeRead } from '#tests/setup/visit.ts'
import { type SiteDesk, siteDesk } from '../product/site-desk.ts'
import { registerPlayer, type SitePlayer } from '../product/site-player.ts'

const deskPort = String(await freePort())
const deskUrl = `http://localhost:${deskPort}`
const { site, longTest, beforeEach } = siteTest({ SEED: 'false', LICENCES: 'SE', DESK_PORT: deskPort })
let context: BrowserContext
let page: Page
let player: SitePlayer
beforeEach(async ({ enter }) => {
  player = await registerPlayer(site, { nickname: 'dana' })
  context = await enter({ player, cookies: noticeRead })
  page = await context.newPage()
})
const expectReadable = () => readable(page, { without: 'iframe' })

let desk: SiteDesk | undefined
async function decide(method: string, path: string, body?: object) {
  desk ??= await siteDesk(site, deskUrl)
  const answer = await desk.call(method, path, body)
  expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined])
  return answer.body
}

/** Chooses files as a player does: the button opens the browser's file chooser. */
async function choose(...files: Array<{ name: string; mimeType: string; buffer: Buffer }>): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(files)
}

longTest(
  'what is entered before the scripts have loaded is kept and saved: text, dates, selections, switches',
  async () => {
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(`${site.url}/profile/info`, { waitUntil: 'domcontentloaded' })
    const field = (name: string) => page.locator(`main [name=${name}]`)
    await field('firstName').fill('Ada')
    for (const [part, value] of Object.entries({ month: '12', day: '10', year: '1990' }))
      await field(`birthdate-${part}`).fill(value)
    await field('gender').selectOption('female')
    await field('receiveEmailPromo').check()
    scripts.resolve()
    await atRest(page)
    await page.getByRole('button', { name: 'Save' }).click()
    const saved = { firstName: 'Ada', receiveEmailPromo: true, details: { birthdate: '1990-12-10', gender: 'female' } }
    await expect.poll(async () => (await player.call('GET', '/api/player/profile')).body).toMatchObject(saved)

    const others = Promise.withResolvers<void>()
    await page.unroute('**/assets/*.js')
    await page.route('**/assets/*.js', async (route) => {
      await others.promise
      await route.continue()
    })
    await page.goto(`${site.url}/profile/limits`, { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Interval', { exact: true }).selectOption('15')
    others.resolve()
    await atRest(page)
    expect((await player.call('GET', '/api/game/reality-check')).body).toMatchObject({ intervalMinutes: 15 })
  },
)

longTest(
  'a higher limit can be confirmed after the delay of the country, and the notice names it',
  async ({ enter }) => {
    const swede = await registerPlayer(site, { country: 'SE' })
    const limit = { definition: 3, period: 'daily', amount: 50_00, currency: 'EUR' }
    expect((await swede.call('POST', '/api/player/limits', limit)).status).toBe(200)
    const page = await (await enter({ player: swede, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/profile/limits`)
    await page.getByRole('link', { name: 'Change Daily €50.00' }).click()
    const edit = dialogOf(page, 'edit-cash-limit')
    await edit.getByLabel('Amount').fill('500')
    await edit.getByText('€50.00 still applies for 72 hours').waitFor()
    await edit.getByRole('button', { name: 'Save limit' }).click()
    await page.getByText('You can confirm it in 72 hours.').waitFor()
  },
)

// Shows: 8.2.1
longTest('the limit of codes for a phone is shown at its field, with the text of the content files', async () => {
  const limit = { error: { name: 'limitReached', code: 11005, message: 'says the server' } }
  await page.route('**/api/player/otp/send', (route) => route.fulfill({ status: 429, json: limit }))
  await page.goto(`${site.url}/profile/info`)
  await atRest(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.fill('[name=phone]', '+4915112345678')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('Too many codes requested. Try again later.').waitFor()
  expect(await page.locator('[name=phone]').getAttribute('aria-invalid')).toBe('true')
})

// Shows: 11.11
longTest(
  'the profile form: rejected by the server, saved, present after a reload; leaving with unsaved changes asks first',
  async () => {
    await page.goto(`${site.url}/profile/info`)
    const save = page.getByRole('button', { name: 'Save changes' })
    await page.getByLabel('First name').fill('Dana')
    await page.getByLabel('City').fill('Bonn')
    // The browser rejects this value, and nothing is sent.
    await page.getByLabel('Last name').fill('D')
    await page.getByLabel('City').focus()
    expect(await save.isDisabled()).toBe(true)
    await page.getByLabel('Last name').fill('Demo')
    const requestedUrls: string[] = []
    page.on('dialog', (dialog) => {
      requestedUrls.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'History' }).click()
    await expect.poll(() => requestedUrls.length).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/profile/info')
    // The consent is saved at once, and nothing else with it.
    const { nickname, publicName } = (await player.call('GET', '/api/player/profile')).body
    expect(publicName).toBe(`${nickname.slice(0, 2)}***`)
    await page.getByRole('checkbox', { name: /^Show my nickname/ }).check()
    await page.getByText(`Other players see: ${nickname}`).waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Bonn')
    await save.click()
    await page.getByText('Changes saved').waitFor()
    await save.waitFor({ state: 'hidden' })
    await expectReadable()
    await page.reload()
    expect(await page.getByLabel('City').inputValue()).toBe('Bonn')
    expect((await player.call('GET', '/api/player/profile')).body).toMatchObject({
      firstName: 'Dana',
      lastName: 'Demo',
      showsNickname: true,
      details: { city: 'Bonn' },
    })
  },
)

longTest('a new e-mail: requires a step-up, is changed, and unconfirmed until its link is opened', async () => {
  const address = `new-${player.id}@example.test`
  await page.goto(`${site.url}/profile/info`)
  const account = page.getByRole('region', { name: 'Email' })
  await account.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('New email').fill(address)
  await page.getByRole('button', { name: 'Change email' }).click()
  const proof = page.getByRole('dialog')
  await proof.locator('input[name=proof]').fill('a-Long-pass-9431')
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await account.getByText(address).waitFor()
  await account.getByText('Not confirmed').waitFor()
  const { links } = await inboxOf(site).next({ to: address })
  expect(links.join()).toContain('/verify?confirmCode=')
  expect((await player.call('GET', '/api/player/profile')).body).toMatchObject({
    email: address,
    isEmailConfirmed: false,
  })
})

// Shows: 7.3.6
longTest(
  'a document: uploaded, listed, downloaded unchanged, approved by an operator while the page is open, deleted only before that',
  async () => {
    await page.goto(`${site.url}/profile/documents`)
    await page.getByText('No documents yet').waitFor()
    await choose({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByRole('alert').getByText('Only photos').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('radio', { name: 'Address' }).check()
    await choose(
      { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: jpeg() },
      { name: 'pass.jpg', mimeType: 'image/jpeg', buffer: jpeg(800, 600) },
      { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') },
    )
    await page.getByRole('button', { name: 'Download pass.jpg' }).waitFor()
    await page.getByRole('alert').getByText('Only photos').waitFor()
    await expectReadable()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download bill.jpg' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('bill.jpg')
    expect(readFileSync(await download.path()).equals(jpeg())).toBe(true)
    await page.getByRole('button', { name: 'Delete bill.jpg' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Download bill.jpg' }).waitFor({ state: 'detached' })
    // The row is deleted at once, but the file only a moment later.
    const listDocuments = async (): Promise<Array<{ id: string; name: string; type: string }>> =>
      (await player.call('GET', '/api/player/documents')).body
    await expect
      .poll(async () => (await listDocuments()).map(({ name, type }) => [name, type]))
      .toEqual([['pass.jpg', 'address']])
    const body = await listDocuments()
    const { documents } = await decide('GET', '/api/documents')
    expect(documents.map(({ id }: { id: string }) => id)).toContain(body[0]!.id)
    await decide('POST', `/api/documents/${body[0]!.id}/decision`, { decision: 'approved', seen: null })
    // The page was notified, without a reload.
    await page.getByText('Accepted', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete pass.jpg' }).count()).toBe(0)
  },
)

longTest("an operator's message has a button that leads to its page, in the popover and in the list", async () => {
  const words = { title: 'New terms', text: 'They apply from January.', button: 'Read the terms' }
  const target = { kind: 'page', path: '/static/terms' }
  const definition = { purpose: 'service', channels: ['site'], segment: {}, words: { en: words }, target }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${site.url}/profile/notifications`)
  await decide('POST', '/api/campaigns/new-terms', { definition, startsAt: null, endsAt: null })
  // The message is pushed to the open page.
  const listed = page.getByRole('main').getByRole('link', { name: words.button })
  await listed.waitFor()
  await atRest(page)
  await expectReadable()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: words.button }).click()
  await page.waitForURL('**/static/terms')
  // Whoever follows the link has read the message.
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect((await decide('GET', '/api/campaigns/new-terms')).messages.read).toBe(1)
})

longTest(
  'a link to unsubscribe works without a session: it asks first, and its button withdraws the consent',
  async ({ enter }) => {
    const { body } = await player.call('PUT', '/api/player/profile', { receiveEmailPromo: 1 })
    expect(body.receiveEmailPromo).toBe(true)
    const secret = readFileSync(join(site.dataDir, 'secret'), 'utf8').trim()
    const guest = await (await enter({ cookies: noticeRead })).newPage()
    const promo = async () => (await player.call('GET', '/api/player/profile')).body.receiveEmailPromo
    await guest.goto(`${site.url}/unsubscribe/${unsubscribeToken({ secret }, body.id)}`)
    await atRest(guest)
    expect(await promo()).toBe(true)
    await guest.getByRole('button', { name: 'Unsubscribe' }).click()
    await guest.getByText('You are unsubscribed').waitFor()
    expect(await promo()).toBe(false)
    await readable(guest)
    await guest.goto(`${site.url}/unsubscribe/none`)
    await guest.getByRole('button', { name: 'Unsubscribe' }).click()
    await guest.getByText('This link is incomplete or not valid').waitFor()
  },
)

longTest(
  "the identity check: the provider's script on its own page only, approved there, shown here, and names are locked",
  async () => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    // This page's policy does not allow the provider's script, so the next page is loaded as a document.
    await page.goto(`${site.url}/profile/info`)
    const policy = async (path: string) =>
      (await context.request.get(site.url + path)).headers()['content-security-policy'] ?? ''
    expect(await policy('/profile/info')).not.toMatch(/script-src[^;]*localhost/)
    expect(await policy('/de/profile/verification')).toContain(new URL(site.sandboxUrl).origin)
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Verification' }).click()
    await page.waitForURL('**/profile/verification')
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
    await atRest(page)
    await expectReadable()
    await page.getByRole('button', { name: 'Start verification' }).click()
    await page.frameLocator('#identity-check iframe').getByRole('button', { name: 'Submit and be approved' }).click()
    await page.getByText('Your identity is verified').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await expectReadable()
    expect(faults).toEqual([])
    await page.goto(`${site.url}/profile/info`)
    expect(await page.getByLabel('First name').isEnabled()).toBe(false)
    await page.getByText('verified by your identity check').waitFor()
  },
)

longTest('navigating through the profile pages and out again causes no error', async () => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${site.url}/profile/info`)
  await atRest(page)
  for (const name of ['Limits', 'Security', 'Notifications', 'Wallet']) {
    await page
      .getByRole('main')
      .getByRole('navigation', { name: 'Account' })
      .getByRole('link', { name, exact: true })
      .click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Slots' }).click()
  await page.getByRole('heading', { name: 'Slots', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'FAQ' }).click()
  await page.getByRole('heading', { name: 'FAQ', level: 1 }).waitFor()
  expect(faults).toEqual([])
})
