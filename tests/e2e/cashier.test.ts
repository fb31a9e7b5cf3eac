/**
 * The cashier in a real browser: deposits and withdrawals in few steps, each payment type to its end, a bonus from its
 * choice to its page, limits.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  atRest,
  desktop,
  dialogOf as dialog,
  expectReadable,
  siteTest,
  closePage,
  noticeRead,
  phone,
  plainPage,
  type Guest,
} from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import {
  fund,
  launchGame,
  password,
  play,
  registerPlayer,
  type SitePlayer,
  studioCall,
  until,
  withdraw,
} from '../product/site-player.ts'

const { site, longTest } = siteTest({ SEED: 'false' })
/** A player who has dismissed the cookie notice. */
const as = (player: SitePlayer, look: Guest = desktop): Guest => ({
  ...look,
  player,
  cookies: noticeRead,
})

const submit = (page: Page) => dialog(page, 'wallet').locator('button[type=submit]')
const tile = (page: Page, name: string) =>
  dialog(page, 'wallet').getByRole('list', { name: 'Methods' }).getByRole('button', { name })
const balance = (page: Page) => page.locator('header [popovertarget=accounts-menu]').textContent()
const bonusCalls = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/game/bonuses?'))
const { stringify } = JSON

/**
 * Records the delays for which the page sets timers from now on, in ms; unlike measured times, they are the same on a
 * machine of any speed.
 */
async function waitsOf(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const waits: number[] = []
    const later = setTimeout
    Object.assign(globalThis, {
      waits,
      setTimeout: (work: () => void, ms?: number, ...more: unknown[]) => {
        waits.push(ms ?? 0)
        return later(work, ms, ...more)
      },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits)
}

/** Opens the newest payment of a kind in the sandbox's list: the page on the payer's phone, or at the kiosk. */
async function partnerPage(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.sandboxUrl)
  await page.getByRole('link', { name: link }).first().click()
  return page
}

// Shows: 2.5.17, 4.8.1
longTest(
  'a returning player deposits in three taps on a phone, with the bonus shown on the button; it is granted when the payment succeeds',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 1500)
    const code = await player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode: 'HARBOUR50', trigger: 3 })
    expect(code.status).toBe(200)
    const { page, context } = await visit(plainPage, as(player, phone))
    let taps = 0
    const tap = async (what: Locator) => {
      taps++
      await what.tap()
    }
    await tap(page.locator('header').getByRole('link', { name: 'Deposit' }).first())
    await tap(tile(page, 'Card'))
    const button = page.getByRole('button', { name: 'Deposit €25 + €12.50 bonus' })
    await button.waitFor()
    await expectReadable(page, { without: 'iframe' })
    const help = (of: Locator) => of.getByRole('link', { name: 'Help' })
    const inCashier = (await help(dialog(page, 'wallet')).boundingBox())!
    const [partner] = await Promise.all([context.waitForEvent('page'), tap(button)])
    expect(taps).toBe(3)
    // This tab follows the payment: the steps, the link back to the payment page, and its end without a reload.
    const waiting = dialog(page, 'deposit-pending')
    await waiting.getByText('Waiting for your payment').waitFor()
    expect(await dialog(page, 'wallet').count()).toBe(0)
    await expectReadable(page, { without: 'iframe' })
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      tap(waiting.getByRole('button', { name: 'Open payment page again' })),
    ])
    await again.getByRole('button', { name: /^Pay / }).waitFor()
    await again.close()
    await partner.getByRole('button', { name: /^Pay / }).click()
    await partner.getByText('You can close this window').waitFor()
    await Promise.all([
      partner.waitForEvent('close'),
      partner.getByRole('button', { name: 'Close this window' }).click(),
    ])
    await waiting.getByText('Added to your balance.', { exact: true }).waitFor({ timeout: 15_000 })
    expect(await balance(page)).toContain('€52.50')
    await page.goto(`${site.url}/profile/bonuses`)
    const card = page.getByRole('article').filter({ hasText: '50% with HARBOUR50' })
    await card.getByText('€0.00 of €100.00 wagered').waitFor()
    await card.getByText('Active').waitFor()
    await expectReadable(page, { without: 'iframe' })
    // Help is at the end of the top row, before the close button or the menu, in the cashier as in a game.
    await page.goto(`${site.url}/games/dice?play=demo`)
    const inGame = (await help(page.locator('[data-playing]')).boundingBox())!
    expect(Math.abs(inCashier.x - inGame.x)).toBeLessThan(16)
    expect(Math.max(inCashier.y, inGame.y)).toBeLessThan(100)
  },
)

// Shows: 8.6.1
longTest('withdrawing to a known destination takes no more taps than depositing', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 20_000)
  expect((await withdraw(player, 1500)).status).toBe(200)
  await until(
    async () => (await player.call('GET', '/api/payment/invoices?type=2')).body.data[0].stage === 'paid',
    'the first withdrawal is paid',
  )
  const { page } = await visit(plainPage, as(player, phone))
  let taps = 0
  const tap = async (what: Locator) => {
    taps++
    await what.tap()
  }
  await tap(page.getByRole('navigation', { name: 'Quick menu' }).getByRole('link', { name: 'Wallet' }))
  const last = tile(page, 'Bank transfer')
  for (const text of ['Last used', 'No fee', 'Takes 1–\u20603 days']) await last.getByText(text).waitFor()
  await tap(last)
  // The destination is prefilled and visible.
  expect(await dialog(page, 'wallet').getByLabel(/iban/i).inputValue()).toBe('DE89370400440532013000')
  await expectReadable(page, { without: 'iframe' })
  await tap(page.getByRole('button', { name: 'Withdraw €50' }))
  expect(taps).toBe(3)
  await page.getByText('Withdrawal requested').waitFor()
  expect(await player.cash()).toBe(20_000 - 1500 - 5000)
  // It ends in a confirmation, which pushes update until the withdrawal is paid.
  const confirmation = dialog(page, 'withdrawal-requested')
  await confirmation.getByText(/·\sNo\. /).waitFor()
  await dialog(page, 'wallet').waitFor({ state: 'detached' })
  await expectReadable(page, { without: 'iframe' })
  await confirmation.getByRole('listitem').filter({ hasText: 'Paid' }).getByRole('time').waitFor({ timeout: 20_000 })
  expect(await confirmation.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0)
})

// Shows: 2.5.21, 5.11.1
longTest(
  'withdrawing everything including cents first names the bonus that this ends and asks for consent',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 5050, { bonusId: 'welcome-100' })
    const { page } = await visit(`${plainPage}?wallet=withdraw`, as(player))
    const wallet = dialog(page, 'wallet')
    await wallet.getByRole('button', { name: 'All €50.50' }).click()
    expect(await wallet.locator('input[inputmode=numeric]').inputValue()).toBe('50')
    await wallet.getByLabel('Account holder').fill('Dana Muster')
    await wallet.getByLabel(/iban/i).fill('DE89 3704')
    await wallet.getByLabel('Account holder').focus()
    await wallet.getByText('An IBAN has 15 to 34 characters; you entered 8').waitFor()
    await wallet.getByRole('button', { name: 'Please check: IBAN' }).waitFor()
    await wallet.getByLabel(/iban/i).fill('de89 3704 0044 0532 0130 00')
    // The second tap of a double tap lands on the question, which has taken the place of the button.
    let requests = 0
    page.on('request', (request) => request.url().endsWith('/invoices/withdrawal') && requests++)
    const question = page.getByRole('alertdialog', { name: 'End your bonus and withdraw?' })
    await wallet
      .getByRole('button', { name: 'Withdraw €50.50', exact: true })
      .evaluate(async (button: HTMLButtonElement) => {
        button.click()
        const second = () => document.querySelector<HTMLButtonElement>('[role=alertdialog] button')
        while (!second()) await new Promise(requestAnimationFrame)
        second()!.click()
      })
    await question.locator('button[aria-disabled]').first().waitFor()
    expect([requests, await page.locator('[data-step-up]').count()]).toEqual([0, 0])
    await question.getByText(/This withdrawal ends “100% on your first deposit”/).waitFor()
    await expectReadable(page, { without: 'iframe' })
    await question.getByRole('button', { name: 'Keep the bonus' }).click()
    expect(await player.cash()).toBeGreaterThan(5050)
    await wallet.getByRole('button', { name: 'Withdraw €50.50', exact: true }).click()
    await question.getByRole('button', { name: 'End the bonus and withdraw' }).click()
    // A new destination asks for the password first.
    await page.locator('[data-step-up] [name=proof]').fill('a-Long-pass-9431')
    await page.locator('[data-step-up] [type=submit]').click()
    await dialog(page, 'withdrawal-requested')
      .getByText(/·\sNo\. /)
      .waitFor()
    expect(await player.cash()).toBe(0)
  },
)

// Shows: 2.5.17, 2.5.22, 4.9.4, 4.9.5, 7.5.2, 8.7.2
longTest(
  'the bonus chooser follows the amount after half a second, keeps a decline, accepts a code and removes it',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
    const wallet = dialog(page, 'wallet')
    const amount = wallet.locator('input[inputmode=numeric]')
    await page.getByRole('button', { name: 'Deposit €25 + €25 bonus' }).waitFor()
    const typedAt = Date.now()
    const requestedAt = page
      .waitForRequest((request) => request.url().includes('/api/game/bonuses?'))
      .then(() => Date.now())
    const waits = await waitsOf(page)
    const [list] = await Promise.all([bonusCalls(page), amount.fill('15')])
    expect(list.url()).toContain('amount=1500')
    expect((await requestedAt) - typedAt).toBeGreaterThanOrEqual(500)
    expect(await waits()).toContain(500)
    await page.getByRole('button', { name: 'Deposit €15 + 25 free spins' }).waitFor()
    await amount.fill('60')
    // The bonus still fits, so it stays selected, although the larger one fits now as well.
    await wallet.getByRole('radio', { name: /100% on your first deposit/ }).waitFor()
    await page.getByRole('button', { name: 'Deposit €60 + 25 free spins' }).waitFor()
    await wallet.getByRole('radio', { name: /No bonus/ }).check()
    await Promise.all([bonusCalls(page), amount.fill('50')])
    await page.getByRole('button', { name: 'Deposit €50', exact: true }).waitFor()
    await amount.fill('')
    await amount.pressSequentially('49.90')
    expect(await amount.inputValue()).toBe('49')
    await wallet.getByText('Whole amounts only').waitFor()
    await page.keyboard.press('Backspace')
    expect(await amount.inputValue()).toBe('4')
    await amount.fill('50')
    // The choice is remembered on the next visit, and with the next method.
    await page.reload()
    await amount.fill('50')
    expect(await wallet.getByRole('radio', { name: /No bonus/ }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Deposit €50', exact: true }).waitFor()

    await wallet.getByRole('link', { name: 'Full terms of 100% on your first deposit' }).click()
    const info = dialog(page, 'wallet-bonus-info')
    for (const term of ['Wager 10× the bonus', 'about 39% of the bonus', '€5.00 per round', 'Dice', '14 days'])
      await info.getByText(term).waitFor()
    await expectReadable(page, { without: 'iframe' })
    await info.getByRole('button', { name: 'OK' }).click()

    await wallet.getByRole('radio', { name: /promo code/ }).check()
    await wallet.getByRole('textbox', { name: 'Promo code' }).fill('NOSUCHCODE')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid code').waitFor()
    await wallet.getByRole('textbox', { name: 'Promo code' }).fill('harbour50')
    const tried: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/bonuses/bonuscodes'))
        tried.push(request.postDataJSON().trigger)
    })
    await wallet.getByRole('button', { name: 'Add code' }).click()
    await page.getByRole('button', { name: 'Deposit €50 + €25 bonus' }).waitFor()
    expect(tried).toEqual([1, 3])
    // Entering a code is a choice, so "No bonus" is no longer remembered, and removing the code leaves the offers
    // without a code.
    await wallet.getByRole('button', { name: 'Remove code HARBOUR50' }).click()
    await wallet.getByRole('radio', { name: /I have a promo code/ }).waitFor()
    await page.getByRole('button', { name: 'Deposit €50 + €50 bonus' }).waitFor()
    expect((await player.call('GET', '/api/game/bonuses/bonuscodes')).body).toEqual([])
  },
)

// Shows: 2.5.20, 4.9.5
longTest(
  'the bonus choice of a crypto deposit is on the first screen of a phone, above the address; "No bonus" chosen there also applies to cards',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { body: accounts } = await player.call('GET', '/api/wallet/accounts')
    const { body: account } = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
    await player.call('PUT', `/api/wallet/accounts/${account.id}/switch`)
    const { page } = await visit(
      `${plainPage}?wallet=deposit`,
      as(player, { ...phone, viewport: { width: 360, height: 740 } }),
    )
    const wallet = dialog(page, 'wallet')
    await tile(page, 'Crypto transfer').tap()
    const chooser = wallet.getByRole('group', { name: 'Bonus for this deposit' })
    const decline = chooser.getByRole('radio', { name: /No bonus/ })
    await decline.waitFor()
    expect(await decline.isChecked()).toBe(true)
    const lowest = await Promise.all((await chooser.getByRole('radio').all()).map((each) => each.boundingBox()))
    expect(Math.max(...lowest.map((box) => box!.y + box!.height))).toBeLessThan(740)
    const offer = chooser.getByRole('radio').first()
    expect(await offer.evaluate((radio: HTMLInputElement) => radio.labels![0]!.textContent)).toMatch(/wager .+\sdays$/i)
    const [above, below] = await Promise.all([chooser.boundingBox(), wallet.locator('img[width="176"]').boundingBox()])
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    await decline.tap()
    const chosenAt = Date.now()
    const waits = await waitsOf(page)
    const requestedAt = page.waitForRequest('**/api/payment/invoices/deposit').then(() => Date.now())
    await wallet.getByLabel(/network/i).selectOption({ index: 1 })
    expect((await requestedAt) - chosenAt).toBeGreaterThanOrEqual(1000)
    expect(await waits()).toContain(1000)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await wallet.getByLabel(/network/i).selectOption('ton')
    const copied = async (name: string) => {
      await wallet.getByRole('button', { name }).tap()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    await wallet.getByRole('button', { name: 'Copy tag' }).waitFor()
    expect(await copied('Copy address')).toMatch(/^[\w-]{48}$/)
    expect(await copied('Copy tag')).toMatch(/^\d{8}$/)
    await player.call('PUT', `/api/wallet/accounts/${accounts[0].id}/switch`)
    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await tile(page, 'Card').tap()
    await wallet.getByRole('button', { name: 'Deposit €25', exact: true }).waitFor()
    expect(await wallet.getByRole('radio', { name: /No bonus/ }).isChecked()).toBe(true)
  },
)

longTest('a deposit cannot be submitted before its bonuses are loaded', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  const { page } = await visit(plainPage, as(player))
  let answer = () => {}
  const wait = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/game/bonuses?*', async (route) => {
    await wait
    await route.continue()
  })
  await page.locator('header').getByRole('link', { name: 'Deposit' }).first().click()
  await submit(page).waitFor()
  await dialog(page, 'wallet').locator('fieldset[aria-busy=true]').waitFor()
  expect(await submit(page).isDisabled()).toBe(true)
  answer()
  await dialog(page, 'wallet').getByRole('radio').first().waitFor()
  // A control that has just changed takes no press for a moment.
  await expect.poll(() => submit(page).isEnabled()).toBe(true)
})

// Shows: 2.5.3, 9.1.1
longTest(
  'a bonus named by a link is preselected, and removed from the URL with the wallet; an unavailable one is reported',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit&deposit-bonus=welcome-spins`, as(player))
    await page.getByRole('button', { name: 'Deposit €25 + 25 free spins' }).waitFor()
    const close = () => dialog(page, 'wallet').getByRole('button', { name: 'Close' }).click()
    const amount = dialog(page, 'wallet').locator('input[inputmode=numeric]')
    await amount.fill('00123456789012')
    expect(await amount.inputValue()).toBe('1234567890')
    await amount.fill('30')
    await close()
    await dialog(page, 'cancel-deposit').getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    // An untouched form closes immediately.
    await page.locator('header').getByRole('link', { name: 'Deposit' }).first().click()
    await page.getByRole('button', { name: /^Deposit €25/ }).waitFor()
    await close()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await dialog(page, 'cancel-deposit').count()).toBe(0)
    // Going back does not reopen the wallet.
    await page.goto(`${site.url}${plainPage}?search=kept`)
    await page.locator('header').getByRole('link', { name: 'Deposit' }).first().click()
    await amount.fill('30')
    await close()
    await dialog(page, 'cancel-deposit').getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=kept')
    // Calls the page's own history, because the browser's Back may not yet know that closing has just gone back.
    await page.evaluate(() => history.back())
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.goto(`${site.url}${plainPage}?wallet=deposit&deposit-bonus=long-gone`)
    await dialog(page, 'wallet').getByText('The bonus from your link is not available to you.').waitFor()
  },
)

// Shows: 2.5.11, 4.8.2
longTest(
  'a page in a frame, a QR code, a kiosk voucher: each is paid at the partner and confirmed here',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page, context } = await visit(`${plainPage}?wallet=deposit`, as(player))
    await tile(page, 'E-wallet').click()
    await submit(page).click()
    await page.frameLocator('iframe').getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Added to your balance.', { exact: true }).waitFor()
    expect(await player.cash()).toBeGreaterThanOrEqual(2500)

    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await tile(page, 'Instant transfer').click()
    await submit(page).click()
    await page.getByRole('img', { name: 'QR code for this payment' }).waitFor()
    const bank = await partnerPage(context, 'Bank page')
    await bank.getByRole('button').first().click()
    await closePage(bank, 'Transfer sent')
    await page.getByText('Added to your balance.', { exact: true }).waitFor({ timeout: 15_000 })

    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await tile(page, 'Cash at a kiosk').click()
    await submit(page).click()
    await dialog(page, 'deposit-pending')
      .getByText(/Show this number at the counter/)
      .waitFor()
    await dialog(page, 'deposit-pending').getByRole('button', { name: 'Copy number' }).waitFor()
    // After the dialog is closed, the payment is continued from the history.
    await page.goto(`${site.url}/profile/history?tab=invoices`)
    await page.getByRole('button', { name: 'Copy number' }).waitFor()
    await page.getByRole('link', { name: 'Continue payment' }).click()
    await dialog(page, 'deposit-pending')
      .getByText(/Show this number at the counter/)
      .waitFor()
    expect(await dialog(page, 'wallet').count()).toBe(0)
    await expectReadable(page, { without: 'iframe' })
    const kiosk = await partnerPage(context, 'Kiosk')
    await kiosk.getByRole('button', { name: /^Cash received/ }).click()
    await closePage(kiosk, 'Paid in cash')
    await dialog(page, 'deposit-pending')
      .getByText('Added to your balance.', { exact: true })
      .waitFor({ timeout: 15_000 })
  },
  90_000,
)

longTest(
  'a deposit by QR code whose page is reloaded stands in the cashier and the wallet with its code, can be continued and cancelled',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit`, as(player, phone))
    const wallet = dialog(page, 'wallet')
    await tile(page, 'Instant transfer').tap()
    await submit(page).tap()
    const code = wallet.getByRole('img', { name: 'QR code for this payment' })
    expect(await code.evaluate((image: HTMLImageElement) => [image.offsetWidth, image.offsetHeight])).toEqual([
      176, 176,
    ])
    await page.reload()
    const open = wallet.getByRole('article').filter({ hasText: 'Instant transfer' })
    await open.getByText(/\d+ minutes left/).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open.getByRole('button', { name: 'Copy code' }).tap()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/bank/')
    const [above, methods] = [await open.boundingBox(), await tile(page, 'Card').boundingBox()]
    expect(above!.y + above!.height).toBeLessThan(methods!.y)
    await expectReadable(page, { without: 'iframe' })
    await open.getByRole('button', { name: 'Continue payment' }).tap()
    await dialog(page, 'deposit-pending').getByRole('img', { name: 'QR code for this payment' }).waitFor()
    await page.goto(`${site.url}/profile/wallet`)
    await page.getByRole('button', { name: 'Cancel deposit' }).tap()
    await page.getByText('Deposits to finish').waitFor({ state: 'hidden' })
    const { body } = await player.call('GET', '/api/payment/invoices?type=1')
    expect(body.data).toMatchObject([{ stage: 'declined', closedBy: 'player' }])
  },
)

longTest('money in an open round is shown with the balance of the header, and in the wallet', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 2000)
  const { page } = await visit('/profile/wallet', as(player, phone))
  const token = await launchGame(site, player, 'dice')
  const round = { token, currency: 'EUR', gameId: 'dice', roundId: randomUUID(), transactionId: randomUUID() }
  expect((await studioCall(site, 'bet', { ...round, amount: 500 })).status).toBe(200)
  await page.locator('header').getByText('€5 in play').waitFor()
  await page.getByRole('region', { name: 'EUR' }).getByText('In play').waitFor()
})

// Shows: 2.5.11, 4.7.3, 4.8.3
longTest('a delayed QR code is awaited across a reload, pushed, and paid', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  const { page, context } = await visit(`${plainPage}?wallet=deposit`, as(player))
  await tile(page, 'Bank app').click()
  await dialog(page, 'wallet').getByLabel(/phone/i).fill('+4915112345678')
  await submit(page).click()
  await dialog(page, 'deposit-redirect').waitFor()
  const awaited = await page.evaluate(() => sessionStorage.getItem('awaitedInvoice'))
  expect(awaited).toMatch(/^[0-9a-f-]{36}$/)
  await page.reload()
  await dialog(page, 'deposit-redirect')
    .getByRole('img', { name: 'QR code for this payment' })
    .waitFor({ timeout: 20_000 })
  const bank = await partnerPage(context, 'Bank page')
  await bank.getByRole('button').first().click()
  await closePage(bank, 'Transfer sent')
  await page.getByText('Added to your balance.', { exact: true }).waitFor({ timeout: 15_000 })
  expect(await page.evaluate(() => sessionStorage.getItem('awaitedInvoice'))).toBeNull()
})

// Shows: 1.2.7, 2.5.13, 2.5.16, 2.6.1, 5.8.2, 5.9.1, 8.5.1, 10.2, 10.5
longTest(
  'limits: set in two taps from the deposit, lowered at once, raised only later; deposits above them are rejected (player protection 5)',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
    await dialog(page, 'wallet')
      .getByRole('link', { name: /Deposit limits/ })
      .click()
    await page.waitForURL('**/profile/limits')
    // With the keyboard, changing the kind of limit keeps the focus.
    await atRest(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let times = 0; times < 80 && (await focused()) !== 'Add a limit'; times++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const add = dialog(page, 'add-cash-limit')
    await add.getByLabel('Amount').waitFor()
    const isFocused = (label: string) => add.getByLabel(label).evaluate((control) => control === document.activeElement)
    for (let times = 0; times < 5 && !(await isFocused('What to limit')); times++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    expect(await isFocused('What to limit')).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    expect(await isFocused('Period')).toBe(true)
    for (let times = 0; times < 2 && !(await isFocused('Amount')); times++) await page.keyboard.press('Tab')
    await page.keyboard.type('60.50')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('€0.00 of €60.50 used').waitFor()
    await add.waitFor({ state: 'detached' })
    await expectReadable(page, { without: 'iframe' })
    await page.getByRole('link', { name: 'Change Daily €60.50' }).click()
    await dialog(page, 'edit-cash-limit').getByLabel('Amount').fill('50')
    await dialog(page, 'edit-cash-limit').getByRole('button', { name: 'Save limit' }).click()
    await page.getByRole('link', { name: 'Change Daily €50.00' }).click()
    await dialog(page, 'edit-cash-limit').getByLabel('Amount').fill('500')
    await dialog(page, 'edit-cash-limit').getByText('€50.00 still applies for 24 hours').waitFor()
    await dialog(page, 'edit-cash-limit').getByRole('button', { name: 'Save limit' }).click()
    await page.getByText('You requested €500.00 per day').waitFor()
    await page.getByRole('button', { name: 'Keep current limit' }).click()
    await page.getByText('You requested').waitFor({ state: 'detached' })

    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    const amount = dialog(page, 'wallet').locator('input[inputmode=numeric]')
    await page.getByText('€50 of your daily limit left · min €10, max €50').waitFor()
    await amount.fill('100')
    expect(await submit(page).isDisabled()).toBe(true)
    await amount.blur()
    expect(await amount.inputValue()).toBe('50')
    // The limit is lowered meanwhile on another device.
    const [limit] = (await player.call('GET', '/api/player/limits')).body
    const lowered = await player.call('PUT', `/api/player/limits/${limit.id}`, { period: 'daily', amount: 4000 })
    expect(lowered.status).toBe(200)
    await submit(page).click()
    await page.getByText('This is more than your limit allows').waitFor()
    await expectReadable(page, { without: 'iframe' })
    await page.getByRole('button', { name: 'Choose another amount' }).click()
    await page.getByText('€40 of your daily limit left').waitFor()
    await fund(player, 4000)
    // The methods are refused with code 13100; then the limits are read again, and their notice replaces the form.
    const calls: string[] = []
    const codes: unknown[] = []
    page.on('response', async (answer) => {
      if (!answer.url().includes('/api/payment/methods/deposit?')) return
      calls.push(`methods: ${answer.status()}`)
      codes.push((await answer.json().catch(() => null))?.error?.code)
    })
    page.on('request', (request) => {
      if (request.url().endsWith('/api/player/limits')) calls.push('limits')
    })
    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await page.getByText('You have reached your deposit limit').waitFor()
    await expect.poll(() => codes).toContain(13100)
    await expect.poll(() => calls.slice(calls.indexOf('methods: 422'))).toContain('limits')
    await dialog(page, 'wallet').getByRole('link', { name: 'View your limits' }).click()
    await page.getByText('€40.00 of €40.00 used').waitFor()
  },
  90_000,
)

longTest(
  "a player verifies in the browser that the player's balance is part of the published report; a guest verifies the report",
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 2500)
    // The first report is due ten minutes after the first movement, the next one on another day.
    await ask(
      site,
      `SET LOCAL session_replication_role = replica;
      UPDATE ledger.movements SET created_at = created_at - interval '1 hour' WHERE id = (SELECT min(id) FROM ledger.movements)`,
    )
    await ask(site, "UPDATE liabilities.reports SET made_at = made_at - interval '1 day'")
    const proof = async () => (await player.call('GET', '/api/wallet/liabilities/proof')).body
    await expect.poll(async () => (await proof()).balances?.length, { timeout: 45_000 }).toBe(1)
    const { page } = await visit('/proof-of-liabilities', as(player))
    await page.getByRole('button', { name: 'Verify my balance' }).click()
    await page.getByText('Your €25.00 are part of the sum.').waitFor()
    await page.getByText('The signature is valid').waitFor()
    await expectReadable(page)
    const { page: guests } = await visit('/proof-of-liabilities', desktop)
    await guests.getByRole('button', { name: 'Verify the report' }).click()
    await guests.getByText('The signature is valid').waitFor()
    expect(await guests.getByText('are part of the sum').count()).toBe(0)
    // On a phone, everything is readable without scrolling sideways, including the report.
    await guests.setViewportSize({ width: 360, height: 640 })
    const wide = await guests
      .locator('main, main *:not(code)')
      .evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
          .map((each) => each.outerHTML),
      )
    expect(wide).toEqual([])
  },
)

// Shows: 2.5.13, 10.10
longTest('cooling-off is asked once more with its end, and leads to a page without any game', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 1000)
  const { page } = await visit('/profile/limits', as(player))
  await page.getByRole('link', { name: 'Choose a period' }).click()
  const modal = dialog(page, 'self-exclusion-limit')
  expect(await modal.getByRole('button', { name: 'Choose a duration' }).isDisabled()).toBe(true)
  expect(await modal.getByRole('radio', { checked: true }).count()).toBe(0)
  await modal.getByRole('radio', { name: '1 week' }).check()
  await expectReadable(page, { without: 'iframe' })
  // The second tap of a double tap meets a disabled button.
  await modal.getByRole('button', { name: 'Continue' }).dblclick()
  await modal.getByText(/^From now until /).waitFor()
  await modal.getByText(/^Open bets and rounds run to their end/).waitFor()
  await expectReadable(page, { without: 'iframe' })
  expect((await player.call('GET', '/api/player/limits')).body).toEqual([])
  await modal.getByRole('button', { name: 'Start cooling-off period: 1 week' }).click()

  await page.getByRole('heading', { level: 1, name: 'You are in a cooling-off period' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/break')
  await atRest(page)
  await expectReadable(page, { without: 'iframe' })
  const invitations = page.getByRole('link', { name: /Deposit|Play\b|demo|^Lobby$|game|Tournaments|Quests/i })
  expect(await invitations.allTextContents()).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Gambling Therapy' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Withdraw' }).click()
  await dialog(page, 'wallet').getByRole('tab', { name: 'Withdraw', selected: true }).waitFor()
  for (const closed of ['/', '/games/dice', '/games/dice?play=demo', '/tournaments']) {
    await page.goto(`${site.url}${closed}`)
    expect(new URL(page.url()).pathname, closed).toBe('/break')
  }
  const demo = await player.call('POST', '/api/game/games/dice/play', { mode: 'demo' })
  expect(demo).toMatchObject({ status: 422, body: { error: { name: 'playerExcluded' } } })
  await page.goto(`${site.url}${plainPage}?wallet=deposit`)
  await page.getByText('You are in a cooling-off period').waitFor()
  // Without an open round, the refused launch leads there too.
  await page.goto(`${site.url}/games/dice?play=real`)
  await page.waitForURL('**/break')
})

// Shows: 10.11
longTest('a self-exclusion ends the session and leads to the way to the money and to help', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/profile/limits', as(player))
  await page.getByRole('link', { name: 'Choose self-exclusion' }).click()
  const modal = dialog(page, 'self-exclusion-limit')
  await modal.getByRole('radio', { name: 'No end date' }).check()
  await modal.getByRole('button', { name: 'Continue' }).click()
  await modal.getByText('From now on, without an end date').waitFor()
  await modal.getByRole('button', { name: 'Exclude me: No end date' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are self-excluded' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/break')
  await page.getByText('You are self-excluded without an end date.').waitFor()
  expect(await page.getByRole('link', { name: /Register|Sign up|Play\b|demo|^Lobby$/i }).allTextContents()).toEqual([])
  await page.getByRole('link', { name: 'Gambling Therapy' }).waitFor()
  const signIn = page.getByRole('link', { name: 'Sign in to withdraw' })
  await signIn.click()
  const form = dialog(page, 'sign-in')
  await form.getByRole('textbox', { name: 'Email' }).fill(player.email)
  await form.locator('input[type=password]').fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Withdraw' }).waitFor()
})

longTest('an active bonus does not end if the bonus that should replace it cannot start', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  for (const bonusId of ['welcome-100', 'monday-10']) await fund(player, 5000, { bonusId })
  const round = { token: await launchGame(site, player), currency: 'EUR', gameId: 'dice', roundId: randomUUID() }
  await studioCall(site, 'bet', { ...round, transactionId: randomUUID(), amount: 100 })
  const { page } = await visit('/profile/bonuses', as(player))
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await card('Reload bonus').getByRole('button', { name: 'Activate' }).click()
  await dialog(page, 'change-active-bonus').getByRole('button', { name: 'Switch bonus' }).click()
  await page.getByText('A round with your own money is still open').first().waitFor()
  await studioCall(site, 'win', { ...round, transactionId: randomUUID(), amount: 0 })
  await dialog(page, 'change-active-bonus').getByRole('button', { name: 'Keep current bonus' }).click()
  await card('100% on your first deposit').getByText('Active').waitFor()
})

// Shows: 1.2.2, 4.10.4, 7.5.1
longTest(
  'bonuses: one replaces another after confirmation, one is cancelled; the page updates without a reload',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    for (const bonusId of ['welcome-100', 'monday-10']) await fund(player, 5000, { bonusId })
    const { page } = await visit('/profile/bonuses', as(player))
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    await card('Reload bonus').getByRole('button', { name: 'Activate' }).click()
    await dialog(page, 'change-active-bonus').getByRole('button', { name: 'Switch bonus' }).click()
    await card('Reload bonus').getByText('Active').waitFor()
    await card('100% on your first deposit').waitFor({ state: 'detached' })
    await page.getByText('Bonus activated').first().waitFor()
    await card('Reload bonus').getByRole('link', { name: 'Cancel bonus' }).click()
    await expectReadable(page, { without: 'iframe' })
    await dialog(page, 'cancel-active-bonus').getByRole('button', { name: 'Cancel bonus' }).click()
    await page.getByText('No bonuses at the moment').waitFor()
    expect(
      (await player.call('GET', '/api/game/player-bonuses')).body.map(
        ({ status, result }: { status: number; result: number }) => stringify([status, result]),
      ),
    ).toEqual(['[3,3]', '[3,3]'])
  },
)

describe('a site with a turnover requirement', () => {
  const { site, longTest } = siteTest({ SEED: 'false', TURNOVER_MULTIPLIER: '1' })

  // Shows: 2.5.14, 7.4.5
  longTest(
    'deposits must be wagered first: the panel replaces the form and follows the stakes',
    async ({ visit }) => {
      const player = await registerPlayer(site, { nickname: 'dana' })
      await fund(player, 2000)
      const { page } = await visit(`${plainPage}?wallet=withdraw`, as(player))
      const wallet = dialog(page, 'wallet')
      await wallet.getByText('Wager your deposits before withdrawing').waitFor()
      expect(await submit(page).count()).toBe(0)
      await wallet.getByRole('progressbar', { name: '0.00% wagered' }).waitFor()
      await expectReadable(page, { without: 'iframe' })
      const seat = await launchGame(site, player)
      await play(site, seat, randomUUID(), 500)
      await wallet.getByRole('progressbar', { name: '25.00% wagered' }).waitFor()
      await wallet.locator('dl').getByText('€15.00').waitFor()
      await wallet.getByRole('link', { name: 'Why is this required?' }).click()
      await dialog(page, 'turn-over-wager').getByText('must be wagered once').waitFor()
      await dialog(page, 'turn-over-wager').getByRole('button', { name: 'Close' }).last().click()
      await dialog(page, 'turn-over-wager').waitFor({ state: 'detached' })
      // A round has a minimum time; a second one is rejected before it.
      await until(async () => (await play(site, seat, randomUUID(), 1500)).status === 200, 'the rest is staked')
      await submit(page).waitFor()
    },
    120_000,
  )
})
