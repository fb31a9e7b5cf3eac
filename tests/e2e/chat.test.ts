/** The support chat in a browser, with an operator who replies in another process of the product's database. */
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { listConversations, openForOperator, reply } from '#server/support/administer.ts'
import { operator } from '#tests/setup/operator.ts'
import {
  atRest,
  desktop,
  dialogOf,
  expectReadable,
  isGuest,
  noticeRead,
  phone,
  plainPage,
  signInAs,
  siteTest,
} from '#tests/setup/visit.ts'
import { registerPlayer } from '../product/site-player.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

const { site, longTest } = siteTest()
let opened: Database | null = null
afterAll(() => opened?.close())

const wide = { ...desktop, viewport: { width: 1440, height: 900 } }
const panelOf = (page: Page) => page.locator('#chat > section')
const write = async (page: Page, text: string) => {
  await page.getByLabel('Your message').fill(text)
  await page.getByLabel('Your message').press('Enter')
}

async function operatorDeps() {
  const log = { info() {}, warn() {}, debug() {}, error() {} }
  opened ??= await connect({ url: runningEmbedded(site.dataDir)!, log, poolSize: 2 })
  return { ...kernelDeps(opened), actor: operator }
}

async function conversationOf(excerpt: string): Promise<string> {
  const needs = await operatorDeps()
  const found = (await listConversations(needs.db, { state: 'open', limit: 200 })).find(
    (each) => each.excerpt === excerpt,
  )
  return found!.id
}

// Shows: 1.2.5, attack 43
longTest('a player writes, support replies, and nothing is left after signing out', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { context, page } = await visit(plainPage, { player, cookies: noticeRead, ...wide })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(site.url + plainPage)
  await atRest(page)
  expect(requested.filter((url) => /(open|built-in)-chat/.test(url))).toEqual([])

  // The chat is docked: the page makes room for it, and the address stays the same.
  const contact = page.locator('#drawer').getByRole('link', { name: 'Contact' })
  await contact.click()
  const panel = panelOf(page)
  await panel.getByRole('heading', { name: 'How can we help?' }).waitFor()
  expect(page.url()).toBe(site.url + plainPage)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  const [beside, main] = [(await panel.boundingBox())!, (await page.locator('#main').boundingBox())!]
  expect(main.x + main.width).toBeLessThanOrEqual(beside.x)
  await expectReadable(page, { within: '#chat' })

  // Markup is shown as text; another tab has the message immediately, and both get the reply.
  await write(page, '<b onclick="alert(1)">Where</b> is it?')
  await panel.getByText('<b onclick="alert(1)">Where</b> is it?', { exact: true }).waitFor()
  await panel.getByText('· Sent').waitFor()
  const other = await context.newPage()
  await other.goto(site.url + plainPage)
  await atRest(other)
  await other.locator('#drawer').getByRole('link', { name: 'Contact' }).click()
  await panelOf(other).getByText('Where</b> is it?').waitFor()
  const id = await conversationOf('<b onclick="alert(1)">Where</b> is it?')
  const needs = await operatorDeps()
  await openForOperator(needs, { id })
  await panel.getByText('· Read').waitFor()
  await reply(needs, { id, text: 'It was sent <today>.' })
  await panel.getByText('It was sent <today>.').waitFor()
  await panelOf(other).getByText('It was sent <today>.').waitFor()
  await other.close()
  const seen = async () => {
    const shown = await openForOperator(needs, { id })
    return shown.ok && shown.value.messages.filter(({ isReadByVisitor }) => isReadByVisitor).length
  }
  await expect.poll(seen).toBe(2)

  // Messages wait while offline; they are then sent once, in order.
  await context.setOffline(true)
  await write(page, 'while offline')
  await write(page, 'and another')
  await panel.getByText('Will be sent once you are online').first().waitFor()
  await context.setOffline(false)
  await expect.poll(() => panel.getByText('Will be sent once you are online').count()).toBe(0)
  await expect
    .poll(() => panel.locator('li[data-author=visitor] p').allInnerTexts())
    .toEqual(['<b onclick="alert(1)">Where</b> is it?', 'while offline', 'and another'])

  // Chat and cashier do not cover each other, and both can be used.
  await page.locator('header').getByRole('link', { name: 'Deposit' }).first().click()
  const cashier = dialogOf(page, 'wallet')
  await cashier.getByRole('button', { name: 'Card' }).click()
  const amount = (await cashier.getByRole('textbox', { name: 'Amount' }).boundingBox())!
  expect(amount.x + amount.width).toBeLessThan(beside.x)
  await page.getByLabel('Your message').click()
  await page.keyboard.type('typed beside the cashier')
  expect(await page.getByLabel('Your message').inputValue()).toBe('typed beside the cashier')
  expect(await panel.evaluate((section) => section.closest('[aria-hidden=true], [inert]') === null)).toBe(true)
  await panel.getByRole('button', { name: 'Close chat' }).click()
  await cashier.getByRole('link', { name: 'Help' }).click()
  await panel.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  expect([page.context().pages().length, await cashier.isVisible()]).toEqual([1, true])
  await cashier.getByRole('button', { name: 'Close', exact: true }).click()

  // While the chat is closed, the links to help show an unread reply, and the text being written is kept.
  await panel.getByRole('button', { name: 'Close chat' }).click()
  await reply(needs, { id, text: 'Anything else?' })
  await page.getByText('Support has replied').waitFor()
  expect(await contact.evaluate((link) => getComputedStyle(link, '::after').content)).toMatch(/counter/)
  expect(await page.locator('html').evaluate((html) => html.style.getPropertyValue('--chat-unread'))).toBe('1')
  await contact.click()
  expect(await page.getByLabel('Your message').inputValue()).toBe('typed beside the cashier')
  await expect.poll(() => page.locator('html[data-chat-unread]').count()).toBe(0)

  await page.evaluate(() => document.querySelector<HTMLElement>('#user-nav li:last-child button')!.click())
  await isGuest(page)
  await expect.poll(() => panel.count()).toBe(0)
  expect(await page.content()).not.toContain('It was sent')
  expect(await page.evaluate(() => localStorage.getItem('chat'))).toBeNull()
})

longTest(
  'a guest writes on a phone, from right to left, and keeps the conversation when signing in',
  async ({ visit }) => {
    const { context, page } = await visit(`/ar${plainPage}`, { cookies: noticeRead, ...phone })
    await page.locator('footer').getByRole('link', { name: 'اتصل بنا' }).first().tap()
    const panel = page.getByRole('dialog', { name: 'محادثة الدعم' })
    await panel.waitFor()
    const box = (await panel.boundingBox())!
    expect([box.x, box.width]).toEqual([0, 360])
    await expectReadable(page, { within: '#chat' })
    // The page behind the chat is inert; Escape and Back return to it.
    expect(await page.locator('#root').getAttribute('inert')).toBe('')
    await page.keyboard.press('Escape')
    await expect.poll(() => panel.count()).toBe(0)
    await page.locator('footer').getByRole('link', { name: 'اتصل بنا' }).first().tap()
    await panel.waitFor()
    await page.goBack()
    await expect.poll(() => panel.count()).toBe(0)
    expect(page.url()).toBe(`${site.url}/ar${plainPage}`)

    await page.locator('footer').getByRole('link', { name: 'اتصل بنا' }).first().tap()
    await page.getByLabel('رسالتك').fill('مرحبا <b>')
    await panel.getByRole('button', { name: 'إرسال' }).tap()
    await panel.getByText('· أُرسلت').waitFor()
    const id = await conversationOf('مرحبا <b>')
    await reply(await operatorDeps(), { id, text: 'Welcome' })
    await panel.getByText('Welcome').waitFor({ timeout: 10_000 })

    const player = await registerPlayer(site)
    const address = page.url()
    await signInAs(page, player, site.url)
    await page.goto(address)
    await atRest(page)
    await page.locator('footer').getByRole('link', { name: 'اتصل بنا' }).first().tap()
    await panel.getByText('Welcome').waitFor()
    expect((await context.cookies()).some(({ name, value }) => name === 'chat_guest' && value !== '')).toBe(false)
    const rows = await listConversations((await operatorDeps()).db, { state: 'open', limit: 200 })
    expect(rows.find((row) => row.playerId === player.id)).toMatchObject({ excerpt: 'Welcome' })
  },
)

// Shows: 8.7.5, attack 45
longTest(
  "an outside provider's widget opens with the player's id, writes the restore id back, and ends with the session",
  async ({ enter }) => {
    const player = await registerPlayer(site)
    // A configured site names the provider's hosts in its page policy; here only the response is replaced.
    const context = await enter({ player, cookies: noticeRead, ...wide, bypassCSP: true })
    const widget = { scriptUrl: `${site.sandboxUrl}/chat-widget/widget.js`, host: site.sandboxUrl, token: 'site-token' }
    await context.route('**/api/settings/chat-widget', (route) => route.fulfill({ json: { widget } }))
    const restoreId = async () => (await player.call('GET', '/api/player/profile')).body.freshchatRestoreId
    const page = await context.newPage()
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    const open = async () => {
      await page.goto(site.url + plainPage)
      await atRest(page)
      await page.locator('#drawer').getByRole('link', { name: 'Contact' }).click()
    }
    const frame = page.frameLocator('iframe[title=Chat]')
    const post = async (text: string) => {
      await frame.getByLabel('Message').fill(text)
      await frame.getByRole('button', { name: 'Send' }).click()
      await frame.getByText(text).waitFor()
    }

    // A failed write of the restore id is only logged.
    await page.route('**/api/player/profile', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await open()
    await post('Hello <b>')
    await expect.poll(() => logged.filter((text) => text.includes('restore id')).length).toBe(1)
    expect([await restoreId(), await page.getByText('Something went wrong').count()]).toEqual([null, 0])

    await page.unroute('**/api/player/profile')
    await open()
    await post('Hello again')
    await expect.poll(restoreId).toMatch(/^[0-9a-f-]{36}$/)
    await open()
    await frame.getByText('Hello again').waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('#user-nav li:last-child button')!.click())
    await isGuest(page)
    await expect.poll(() => page.locator('iframe[title=Chat]').count()).toBe(0)

    // If the script's host is unavailable, a message and the contact page are shown.
    await context.route('**/chat-widget/widget.js', (route) => route.abort())
    await open()
    await page.getByText('The chat is not available right now').waitFor()
    await page.waitForURL('**/contact')
  },
)
