/**
 * Uses the whole product in one visit: browse, register, deposit, play, read the ledger, withdraw. Real browser, real
 * partner, real games.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, dialogOf, siteTest, isAlive, isGuest, closePage } from '#tests/setup/visit.ts'

const { site, test, longTest } = siteTest({ SEED: 'false' })
let context: BrowserContext
let page: Page
const faults: string[] = []

beforeAll(async () => {
  context = await site.browser.newContext({ ...desktop, locale: 'en-GB', serviceWorkers: 'block' })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`),
  )
})

const dialog = (key: string) => dialogOf(page, key)
/** The balance in the header, for example "€25.00". */
const balance = async () =>
  (await page.locator('header [popovertarget=accounts-menu]').textContent())?.match(/€[\d,.]+/)?.[0]

async function api<T>(path: string): Promise<T> {
  const token = (await context.cookies()).find(({ name }) => name === 'access_token')!.value
  return (await fetch(site.url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<T>
}
type Accounts = Array<{ currency: string; balance: number; lockedBalance: number }>
const cash = async () => (await api<Accounts>('/api/wallet/accounts')).find(({ currency }) => currency === 'EUR')!

// Shows: 1.1.1
test('a guest browses and becomes a player', async () => {
  await page.goto(site.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('main a[href^="/games/"]').count()).toBeGreaterThanOrEqual(8)
  await isAlive(page)
  await page.click('header [data-modal=sign-up]')
  await dialog('sign-up').locator('form').waitFor()
  await page.fill('[name=email]', 'visitor@example.com')
  await page.fill('[name=password]', 'a quiet harbour')
  await page.check('[name=agreements]')
  await dialog('sign-up').locator('[type=submit]').click()
  await dialog('sign-up').waitFor({ state: 'detached' })
  // The next steps: the deposit with its offer, a demo, a limit.
  const welcome = dialog('success')
  await welcome.getByText('100% up to €200').waitFor()
  expect(await welcome.locator('li strong').allTextContents()).toEqual([
    'Make your first deposit',
    expect.stringMatching(/^Try .+ for free$/),
    'Set a deposit limit',
  ])
  await welcome.getByRole('button', { name: 'Look around first' }).click()
  await welcome.waitFor({ state: 'detached' })
  await expect.poll(balance).toBe('€0.00')
})

// Shows: 1.2.1
test("a card deposit: paid in the partner's window, and the balance updates without a reload", async () => {
  await page.goto(`${site.url}/?wallet=deposit`)
  const submit = dialog('wallet').getByRole('button', { name: /^Deposit €/ })
  await submit.waitFor()
  await dialog('wallet').locator('input[inputmode=numeric]').fill('40')
  await dialog('wallet')
    .getByRole('radio', { name: /No bonus/ })
    .check()
  const [partner] = await Promise.all([
    context.waitForEvent('page'),
    dialog('wallet').getByRole('button', { name: 'Deposit €40' }).click(),
  ])
  await partner.getByRole('button', { name: /^Pay / }).click()
  await expect.poll(balance, { timeout: 15_000 }).toBe('€40.00')
  expect(await cash()).toMatchObject({ balance: 4000, lockedBalance: 0 })
  await closePage(partner, 'Thank you')
})

test('a real-money round: the stake is debited, the win credited, and header, game and ledger agree', async () => {
  await page.goto(`${site.url}/games/tidepool`)
  await isAlive(page)
  await page
    .getByText(/^Play for real/)
    .first()
    .click()
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Spin' }).click({ timeout: 20_000 })
  type Spins = { data: Array<{ status: string; stake: number; win: number }> }
  const spin = async () => (await api<Spins>('/api/game/spins')).data[0]
  await expect.poll(async () => (await spin())?.status, { timeout: 15_000 }).toBe('settled')
  const { stake, win } = (await spin())!
  expect(stake).toBeGreaterThan(0)
  const expected = 4000 - stake + win
  expect((await cash()).balance).toBe(expected)
  await expect.poll(balance, { timeout: 15_000 }).toBe(`€${(expected / 100).toFixed(2)}`)
})

test('the ledger shows amount, reason, before and after; each round has a verifier', async () => {
  await page.goto(`${site.url}/profile/history`)
  await page.getByText('Deposit', { exact: true }).first().waitFor()
  await page.getByText('Stake', { exact: true }).first().waitFor()
  const { data } = await api<{ data: Array<{ kind: string; amount: number; before: number; after: number }> }>(
    '/api/wallet/entries',
  )
  for (const entry of data) expect(entry.after - entry.before).toBe(entry.amount)
  expect(data.at(-1)).toMatchObject({ kind: 'deposit', amount: 4000, before: 0, after: 4000 })
  const entry = page.locator('details').filter({ hasText: 'Stake' }).first()
  await entry.locator('summary').click()
  const ofEntry = entry.getByRole('link', { name: 'Verify' })
  await ofEntry.waitFor()
  expect(await ofEntry.getAttribute('href')).toMatch(/^\/rounds\/[\da-f-]{36}$/)
  await page
    .getByRole('tab', { name: 'Spins' })
    .or(page.getByRole('link', { name: 'Spins' }))
    .first()
    .click()
  const verify = page.getByRole('link', { name: /Verify/ }).first()
  await verify.waitFor()
  expect(await verify.getAttribute('href')).toMatch(/^\/rounds\/[\da-f-]{36}$/)
})

test('the list of spins contains the latest round with a link to its entries; sports bets have a list of their own', async () => {
  await page.goto(`${site.url}/profile/history`)
  await isAlive(page)
  await page.getByRole('tab', { name: 'Bets' }).click()
  await page.getByText('No settled bets yet').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('No open bets').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=bets&isSettled=false')
  await page.getByRole('tab', { name: 'Spins' }).click()
  const {
    data: [bet],
  } = await api<{ data: Array<{ roundId: string; stake: number; game: { name: string } }> }>('/api/game/spins')
  const line = page.getByRole('listitem').filter({ has: page.locator(`a[href*="reference=${bet!.roundId}"]`) })
  await line.waitFor()
  expect(await line.textContent()).toContain(bet!.game.name)
  expect(await line.textContent()).toContain(`€${(bet!.stake / 100).toFixed(2)}`)
  await line.getByRole('link', { name: 'View ledger entries' }).click()
  await page.getByText('Stake', { exact: true }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('reference')).toBe(bet!.roundId)
})

// Shows: 1.2.1
longTest('a withdrawal: on hold at once, paid by the partner, removed from the hold', async () => {
  const before = (await cash()).balance
  await page.goto(`${site.url}/?wallet=withdraw`)
  await dialog('wallet')
    .getByRole('button', { name: /^(Please complete|Enter an amount)/ })
    .waitFor()
  await dialog('wallet').locator('input[inputmode=numeric]').fill('15')
  await dialog('wallet')
    .getByLabel(/account holder/i)
    .fill('Ada Visitor')
  await dialog('wallet').getByLabel(/iban/i).fill('DE89370400440532013000')
  await dialog('wallet').getByRole('button', { name: 'Withdraw €15' }).click()
  // A withdrawal to a new destination requires a step-up.
  await page.locator('[data-step-up] [name=proof]').fill('a quiet harbour')
  await page.locator('[data-step-up] [type=submit]').click()
  await expect.poll(async () => (await cash()).balance, { timeout: 10_000 }).toBe(before - 1500)
  await expect.poll(async () => (await cash()).lockedBalance, { timeout: 30_000 }).toBe(0)
  const { data } = await api<{ data: Array<{ type: number; status: number; stage: string }> }>(
    '/api/payment/invoices?type=2',
  )
  expect(data[0]).toMatchObject({ type: 2, status: 2, stage: 'paid' })
  expect((await cash()).balance).toBe(before - 1500)
})

test('after signing out the visitor is a guest, and no error occurred', async () => {
  await page.goto(site.url)
  await isAlive(page)
  await page.click('[popovertarget=user-nav]')
  await page
    .locator('#user-nav')
    .getByRole('button', { name: /Sign out/i })
    .click()
  await isGuest(page)
  expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(false)
  // The only expected rejection is that of the withdrawal, which first required a step-up.
  expect(faults.filter((fault) => !/422 .*\/invoices\/withdrawal$/.test(fault))).toEqual([])
})
