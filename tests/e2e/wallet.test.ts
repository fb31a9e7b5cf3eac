/** The wallet in a real browser: field messages, confirmations for packages and open rounds, a history with filters. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dialogOf as dialog, expectReadable, type Guest, siteTest, noticeRead, plainPage } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import {
  decide,
  fund,
  registerPlayer,
  type SitePlayer,
  startDeposit,
  studioCall,
  launchGame,
  until,
  withdraw,
} from '../product/site-player.ts'

const { site, longTest } = siteTest({ SEED: 'false' })
const as = (player: SitePlayer | null, width = 1280): Guest => ({
  viewport: { width, height: 900 },
  cookies: noticeRead,
  ...(player ? { player } : {}),
})
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const amount = (page: Page) => dialog(page, 'wallet').locator('input[inputmode=numeric]').first()

/** The submitted form is modified in transit, so that the server itself rejects it. */
async function modifyRequest(
  page: Page,
  path: string,
  change: (body: {
    amount: number
    bonusId?: string
    bonusTermsVersion?: number
    fields: Record<string, string>
  }) => void,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const body = route.request().postDataJSON()
    change(body)
    await route.continue({ postData: JSON.stringify(body) })
  })
}

// Shows: 3.15.1, 5.11.3, 8.6.1, 8.6.2, ASVS 2.2.2
longTest('a withdrawal error of the server is shown at its field, and cleared on focus', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 10_000)
  const { page } = await visit(`${plainPage}?wallet=withdraw`, as(player))
  const wallet = dialog(page, 'wallet')
  await wallet.getByRole('heading', { name: 'Bank transfer' }).waitFor()
  const button = wallet.locator('button[type=submit]')
  expect(await button.textContent()).toBe('Please complete: Account holder')
  expect(await button.isDisabled()).toBe(true)
  await wallet.getByLabel(/account holder/i).fill('Dana Demo')
  await wallet.getByLabel(/iban/i).fill('DE89370400440532013000')
  const bodies: object[] = []
  await modifyRequest(page, '/api/payment/invoices/withdrawal', (body) => {
    bodies.push(structuredClone(body))
    body.fields.iban = 'none'
  })
  await wallet.getByRole('button', { name: 'Withdraw €50' }).click()
  const refusal = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 5000,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Dana Demo', iban: 'none' },
  })
  const message = wallet.getByText(refusal.body.error.fields.iban[0])
  await message.waitFor()
  expect(bodies).toEqual([
    {
      method: 'sandbox.bank',
      currency: 'EUR',
      country: 'DE',
      amount: 5000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Dana Demo', iban: 'DE89370400440532013000' },
      idempotencyKey: expect.any(String),
    },
  ])
  await expectReadable(page)
  await wallet.getByLabel(/iban/i).focus()
  await message.waitFor({ state: 'detached' })

  await page.unroute('**/api/payment/invoices/withdrawal')
  await modifyRequest(page, '/api/payment/invoices/withdrawal', (body) => {
    body.amount = 5_000_000
  })
  await wallet.getByRole('button', { name: 'Withdraw €50' }).click()
  const range = wallet.getByText(/€10\.00.*€10,000\.00/)
  await range.waitFor()
  await amount(page).focus()
  await range.waitFor({ state: 'detached' })

  await page.unroute('**/api/payment/invoices/withdrawal')
  await page.route('**/api/payment/invoices/withdrawal', (route) => route.fulfill({ status: 503, json: {} }))
  await wallet.getByRole('button', { name: 'Withdraw €50' }).click()
  await page.getByText('Something went wrong').first().waitFor()
  expect(await wallet.getByLabel(/iban/i).inputValue()).toBe('DE89370400440532013000')
  expect(await player.cash()).toBe(10_000)
})

// Shows: 8.5.2
longTest(
  'a deposit that cannot be started closes its window and opens the error dialog, as does a missing crypto address',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page, context } = await visit(`${plainPage}?wallet=deposit`, as(player))
    const wallet = dialog(page, 'wallet')
    const failed = dialog(page, 'deposit-error')
    const method = (name: string) => wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name })
    await method('Card').click()
    await page.route('**/api/payment/invoices/deposit', (route) => route.fulfill({ status: 503, json: {} }))
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      wallet.getByRole('button', { name: /^Deposit €25/ }).click(),
    ])
    await failed.waitFor()
    await expect.poll(() => opened.isClosed()).toBe(true)

    const { body: account } = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
    await player.call('PUT', `/api/wallet/accounts/${account.id}/switch`)
    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await method('Crypto transfer').click()
    await wallet.getByLabel(/network/i).selectOption({ index: 1 })
    await failed.waitFor()
  },
)

// Shows: 8.5.2, pair deposit/second tab
longTest('a bonus used in the meantime is reported, and the selection starts again', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
  const wallet = dialog(page, 'wallet')
  await wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name: 'Instant transfer' }).click()
  await wallet.getByRole('button', { name: 'Deposit €25 + €25 bonus' }).waitFor()
  // The bonus is used by a deposit in another tab.
  await fund(player, 2000, { bonusId: 'welcome-100' })
  await modifyRequest(page, '/api/payment/invoices/deposit', (body) => {
    body.bonusId = 'welcome-100'
  })
  await wallet.getByRole('button', { name: /^Deposit €25/ }).click()
  await dialog(page, 'deposit-error').getByRole('button', { name: 'Try again' }).click()
  const message = wallet.getByRole('alert').getByText('This bonus is no longer available')
  await message.waitFor()
  await expectReadable(page)
  await wallet.getByRole('radio', { name: /No bonus/ }).check()
  await message.waitFor({ state: 'detached' })
  await wallet.getByRole('button', { name: 'Deposit €25', exact: true }).waitFor()
})

// Shows: change 14
longTest(
  'a bonus whose terms were changed in the meantime is not taken: the page says so, by card and for a crypto address',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
    const wallet = dialog(page, 'wallet')
    const message = wallet.getByRole('alert').getByText('The terms of this bonus have changed. Please read them again')
    await wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name: 'Instant transfer' }).click()
    // The request names the version of a page that was opened before the operator replaced the offer.
    await modifyRequest(page, '/api/payment/invoices/deposit', (body) => {
      if (body.bonusTermsVersion !== undefined) body.bonusTermsVersion--
    })
    await wallet.getByRole('button', { name: 'Deposit €25 + €25 bonus' }).click()
    await dialog(page, 'deposit-error').getByRole('button', { name: 'Try again' }).click()
    await message.waitFor()
    await expectReadable(page)
    await wallet.getByRole('radio', { name: /No bonus/ }).check()
    await message.waitFor({ state: 'detached' })

    const { body: account } = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
    await player.call('PUT', `/api/wallet/accounts/${account.id}/switch`)
    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    await wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name: 'Crypto transfer' }).click()
    await wallet.getByLabel(/network/i).selectOption({ index: 1 })
    await wallet.getByRole('radio', { name: /100%/ }).check()
    await message.waitFor()
    await expectReadable(page)
    // The remembered choice applies again, and the address is one without a bonus.
    await expect.poll(() => wallet.getByRole('radio', { name: /No bonus/ }).isChecked()).toBe(true)
    await wallet.getByRole('button', { name: 'Copy address' }).waitFor()
    const invoicesSql = 'SELECT method, bonus_id FROM payments.invoices WHERE player_id = $1'
    expect(await ask(site, invoicesSql, [player.id])).toEqual([{ method: 'sandbox.crypto', bonus_id: null }])
  },
)

// Shows: 2.5.24, 3.14.1, 6.2.1, 8.7.1
longTest(
  'a limited player sees why no deposit is possible, whether the page or the server detects it',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
    const wallet = dialog(page, 'wallet')
    const button = wallet.getByRole('button', { name: 'Deposit €25 + €25 bonus' })
    await button.waitFor()
    // The page reads the profile again when its socket connects; here it still has that of a player without limits.
    const { body: profile } = await player.call('GET', '/api/player/profile')
    await page.route('**/api/player/profile', (route) => route.fulfill({ json: profile }))
    await ask(site, 'UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    const [refused] = await Promise.all([page.waitForResponse('**/api/payment/invoices/deposit'), button.click()])
    expect(refused.status()).toBe(422)
    expect(refused.request().postDataJSON()).toEqual({
      method: 'sandbox.card',
      currency: 'EUR',
      country: 'DE',
      amount: 2500,
      accountId: player.accounts.EUR,
      bonusId: 'welcome-100',
      bonusTermsVersion: 1,
      isBonusDecline: false,
      fields: {},
      redirectUrl: plainPage,
      redirectSuccessUrl: `${plainPage}?deposit-success=true`,
      redirectErrorUrl: `${plainPage}?deposit-error=true`,
    })
    await page.getByText('Deposits are unavailable').waitFor()
    await page.unroute('**/api/player/profile')
    await page.reload()
    await button.waitFor()
    const recorded: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/invoices/deposit')) recorded.push(request.url())
    })
    await button.click()
    await page.getByText('Deposits are unavailable').waitFor()
    expect(recorded).toEqual([])
  },
)

// Shows: 2.5.7, 2.5.9, 2.5.10, 4.6.2, 9.6.2, 10.15
longTest('another country has its own methods, another currency an equivalent; both are stored', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 1000)
  const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
  const wallet = dialog(page, 'wallet')
  await wallet.getByRole('link', { name: 'Change' }).click()
  await dialog(page, 'wallet-region').getByLabel('Search country').fill('braz')
  const methods = page.waitForRequest((request) => request.url().includes('/api/payment/methods/deposit?'))
  await dialog(page, 'wallet-region').getByRole('button', { name: 'Brazil' }).click()
  expect(new URL((await methods).url()).searchParams.get('country')).toBe('BR')
  await wallet.getByText('Methods for Brazil').waitFor()
  await wallet.getByRole('button', { name: /EUR balance/ }).click()
  await wallet.getByRole('tab', { name: 'Crypto' }).click()
  expect(await wallet.getByRole('tabpanel').getByRole('button').allTextContents()).toEqual([
    expect.stringContaining('BTC'),
    expect.stringContaining('ETH'),
    expect.stringContaining('USDT'),
  ])
  await wallet.getByRole('switch').check()
  await wallet
    .getByRole('button', { name: /EUR balance/ })
    .getByText('≈ $11.63')
    .waitFor()
  await wallet.getByRole('link', { name: 'USD: choose another currency' }).click()
  await dialog(page, 'equivalent-currency')
    .getByRole('button', { name: /Brazilian Real/ })
    .click()
  await page.reload()
  await wallet
    .getByRole('button', { name: /EUR balance/ })
    .getByText('≈ R$62.18')
    .waitFor()
  await wallet.getByText('Methods for Brazil').waitFor()

  // A currency without an account: the list is hidden, then it is opened and switched to, and all that depends on it is
  // read again.
  await wallet.getByRole('button', { name: /EUR balance/ }).click()
  await wallet.getByRole('tab', { name: 'Crypto' }).click()
  const recorded: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    recorded.push(
      `${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, 'id')} ${searchParams.get('currency') ?? ''}`,
    )
  })
  const isHidden = Promise.withResolvers<void>()
  await page.route('**/api/wallet/accounts', (route) => isHidden.promise.then(() => route.continue()))
  await wallet.getByRole('tabpanel').getByRole('button', { name: 'BTC' }).click()
  await expect.poll(() => wallet.getByRole('tab', { name: 'Crypto' }).count()).toBe(0)
  isHidden.resolve()
  await wallet.getByRole('button', { name: /BTC balance/ }).waitFor()
  await expect
    .poll(() => recorded)
    .toEqual(
      expect.arrayContaining([
        'POST /api/wallet/accounts ',
        'PUT /api/wallet/accounts/id/switch ',
        'GET /api/payment/methods/deposit BTC',
        'GET /api/payment/methods/withdrawal BTC',
        'GET /api/risk/reasons/turn-over-wager BTC',
      ]),
    )

  // In the tab of withdrawals the page reads their methods and the turnover.
  await page.goto(`${site.url}${plainPage}?wallet=withdraw`)
  await wallet.getByRole('button', { name: 'BTC', expanded: false }).click()
  await wallet.getByRole('tabpanel').getByRole('button', { name: 'EUR' }).click()
  await wallet.getByRole('button', { name: 'EUR', expanded: false }).waitFor()
  await expect
    .poll(() => recorded)
    .toEqual(
      expect.arrayContaining(['GET /api/payment/methods/withdrawal EUR', 'GET /api/risk/reasons/turn-over-wager EUR']),
    )
})

// Shows: 4.7.1
longTest('a finished deposit closes without a confirmation', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  const { page } = await visit(`${plainPage}?wallet=deposit`, as(player))
  const wallet = dialog(page, 'wallet')
  await wallet.getByRole('list', { name: 'Methods' }).getByRole('button', { name: 'Instant transfer' }).click()
  await wallet.locator('button[type=submit]').click()
  await wallet.getByRole('button', { name: 'Cancel deposit' }).waitFor()
  // Another tab switches the account meanwhile, and the amount stays in the currency of the deposit.
  const { body: other } = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
  await player.call('PUT', `/api/wallet/accounts/${other.id}/switch`)
  await page.locator('header [popovertarget=accounts-menu]', { hasText: 'USDT' }).waitFor()
  await wallet.getByText('€25.00', { exact: true }).waitFor()
  await wallet.getByRole('button', { name: 'Cancel deposit' }).click()
  await wallet.getByText('You cancelled this payment.').waitFor()
  await wallet.getByRole('button', { name: 'Close' }).click()
  await wallet.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  // A link to a payment shows its result however old it is, and a message where there is no such payment.
  const { body } = await player.call('GET', '/api/payment/invoices?type=1')
  for (const [id, text] of [
    [body.data[0].id, 'You cancelled this payment.'],
    [randomUUID(), 'Payment not found'],
    ['nothing', 'Payment not found'],
  ]) {
    await page.goto(`${site.url}${plainPage}?deposit-pending=${id}`)
    await dialog(page, 'deposit-pending').getByText(text).waitFor()
  }
  await dialog(page, 'deposit-pending').getByRole('link', { name: 'View history' }).click()
  await page.waitForURL('**/profile/history?tab=invoices')
})

longTest(
  'cancelling a bonus mentions open rounds with its money, and no longer does after they have ended',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 2000, { bonusId: 'welcome-100' })
    const seat = await launchGame(site, player, 'ember-forge')
    const call = (verb: string, body: object) =>
      studioCall(site, verb, {
        token: seat,
        currency: 'EUR',
        gameId: 'ember-forge',
        transactionId: randomUUID(),
        ...body,
      })
    // Cash is staked first, at the bonus's maximum stake, and bonus money after it.
    for (let round = 0; round < 4; round += 1)
      expect((await call('bet', { roundId: randomUUID(), amount: 500 })).status).toBe(200)
    const { page } = await visit('/profile/bonuses', as(player))
    const card = page.getByRole('article').filter({ hasText: '100% on your first deposit' })
    await card.getByRole('link', { name: 'Cancel bonus' }).click()
    await dialog(page, 'cancel-active-bonus').getByRole('heading', { name: 'Cancel this bonus?' }).waitFor()
    const roundId = randomUUID()
    expect((await call('bet', { roundId, amount: 400 })).status).toBe(200)
    await page.getByRole('button', { name: 'Cancel bonus', exact: true }).click()
    const recorded = page.getByRole('dialog').filter({ hasText: 'You have open rounds' })
    await recorded.getByText('€4.00 of 100% on your first deposit is staked').waitFor()
    await expectReadable(page)
    await recorded.getByRole('button', { name: 'Wait for the rounds to end' }).click()
    await recorded.waitFor({ state: 'detached' })
    expect((await player.call('GET', '/api/game/player-bonuses')).body[0]).toMatchObject({
      status: 2,
      unsettledStake: 400,
    })

    const bonusId = (await player.call('GET', '/api/game/player-bonuses')).body[0].id
    expect((await call('win', { roundId, amount: 0, isFinished: true })).status).toBe(200)
    await page.goto(`${site.url}/profile/bonuses?cancel-unsettled-bonus=${bonusId}`)
    const plain = dialog(page, 'cancel-unsettled-bonus')
    await plain.getByRole('heading', { name: 'Cancel this bonus?' }).waitFor()
    await plain.getByRole('button', { name: 'Cancel bonus', exact: true }).click()
    await page.getByText('No bonuses at the moment').waitFor()
    const cashback = page.getByRole('article').filter({ hasText: 'Weekly cashback' })
    await cashback.getByText('5% of your net loss this week so far.').waitFor()
    await page.getByText('Past bonuses').click()
    await page.getByRole('listitem').filter({ hasText: '100% on your first deposit' }).getByText('Cancelled').waitFor()
    await expectReadable(page)
  },
)

longTest(
  'a package shows its active, waiting and available bonuses, links to its next deposit, and is for players only',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 2000, { bonusId: 'welcome-100' })
    const { page } = await visit('/profile/bonuses', as(player))
    await page.getByRole('link', { name: 'Package', exact: true }).click()
    const pack = dialog(page, 'package-bonus')
    await pack.getByRole('heading', { name: 'Welcome package' }).waitFor()
    const parts = pack.getByRole('article')
    await parts.filter({ hasText: '100% on your first deposit' }).getByText('Active').waitFor()
    await parts.filter({ hasText: '25 free spins' }).getByText('Available').waitFor()
    await expectReadable(page)
    await pack.getByRole('link', { name: 'Full terms of 25 free spins' }).click()
    await dialog(page, 'wallet-bonus-info').getByRole('button', { name: 'OK' }).click()
    await pack.getByRole('button', { name: 'Deposit' }).click()
    await page.getByRole('button', { name: 'Deposit €25 + 25 free spins' }).waitFor()

    const guest = await visit('/?package-bonus=welcome&cancel-unsettled-bonus=x', as(null))
    await expect.poll(() => new URL(guest.page.url()).search).toBe('')
    expect(await guest.page.getByRole('dialog').count()).toBe(0)
  },
)

longTest(
  'payments are filtered by kind, status, currency and days; the URL stores the filter, and the statement uses it',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 10_000)
    await decide((await startDeposit(player, 3000)).body.action, 'decline')
    await until(
      async () => (await player.call('GET', '/api/payment/invoices?status[]=3')).body.meta.total === 1,
      'the second deposit is declined',
    )
    expect((await withdraw(player, 1500)).status).toBe(200)
    await until(
      async () => (await player.call('GET', '/api/payment/invoices?type=2&status[]=2')).body.meta.total === 1,
      'the withdrawal is paid',
    )
    const { page } = await visit('/profile/history?tab=invoices', as(player, 360))
    const lines = () => page.locator('main li > details > summary strong:first-child').allTextContents()
    const shown = (...amounts: string[]) =>
      expect
        .poll(async () => (await lines()).filter((text) => text.startsWith('€')), { timeout: 10_000 })
        .toEqual(amounts)
    await shown('€15.00', '€30.00', '€100.00')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Type').selectOption({ label: 'Withdrawals' })
    await shown('€15.00')
    await page.getByLabel('Type').selectOption({ label: 'Deposits' })
    await page.getByLabel('Status').selectOption({ label: 'Failed' })
    await shown('€30.00')
    await expectReadable(page)
    await page.reload()
    await shown('€30.00')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tab: 'invoices', type: '1', status: '3' })

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await shown('€15.00', '€30.00', '€100.00')
    await page.getByLabel('From').fill(day(-1))
    await shown('€15.00', '€30.00', '€100.00')
    await page.getByLabel('Currency').selectOption('EUR')
    const [statement] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/wallet/statement')),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(Object.fromEntries(new URL(statement.url()).searchParams)).toEqual({
      currency: 'EUR',
      from: `${day(-1)}T00:00:00Z`,
    })
    await page.getByLabel('From').fill(day(2))
    await page.getByText('No payments match these filters.').waitFor()
  },
)

// Shows: 4.7.2
longTest('a list of payments is updated by events elsewhere, and each result is announced once', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  const { page } = await visit('/profile/history?tab=invoices', as(player))
  const lines = page.locator('main li > details > summary')
  const message = (title: string) => page.getByRole('region', { name: 'Alerts' }).getByText(title).waitFor()
  // A line that appears later proves that the page is listening: an earlier end would be fetched, not pushed.
  await startDeposit(player, 5000)
  await lines.filter({ hasText: '€50.00' }).waitFor()
  await decide((await startDeposit(player, 10_000)).body.action, 'pay')
  await message('Deposit received')
  await lines.filter({ hasText: '€100.00' }).getByText('Completed', { exact: true }).waitFor()
  await decide((await startDeposit(player, 3000)).body.action, 'decline')
  await message('Deposit failed')
  await lines.filter({ hasText: '€30.00' }).getByText('Failed', { exact: true }).waitFor()
  await withdraw(player, 1500)
  await message('Withdrawal paid')
  // The total is the deposits minus the withdrawals.
  await page.getByRole('main').getByText('€85.00').waitFor()
  await lines.filter({ hasText: '€15.00' }).getByText('Completed', { exact: true }).waitFor()
})

longTest(
  'the ledger is filtered by currency and days, and a payment links to its entries and back',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    await fund(player, 10_000, { bonusId: 'welcome-100' })
    const {
      body: [bonus],
    } = await player.call('GET', '/api/game/player-bonuses')
    await player.call('PUT', `/api/game/player-bonuses/${bonus.id}/cancel`)
    const { page } = await visit('/profile/history?currency=EUR', as(player))
    for (const kind of ['Bonus cancelled', 'Bonus credited', 'Deposit'])
      await page.getByRole('main').getByText(kind, { exact: true }).first().waitFor()
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await page.getByText('No entries match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('main').getByText('Bonus credited', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')

    await page.goto(`${site.url}/profile/history?tab=invoices`)
    await page.locator('main li > details > summary').first().click()
    await page.getByRole('link', { name: 'View ledger entries' }).click()
    await page.getByText('Showing entries of one payment or round only').waitFor()
    await expect.poll(() => page.locator('main li > details').count()).toBe(1)
    await page.getByRole('link', { name: 'Show full ledger' }).click()
    await expect.poll(() => page.locator('main li > details').count()).toBe(3)
  },
)

longTest('money is swapped as quoted, put in the vault, and released after a step-up', async ({ visit }) => {
  const player = await registerPlayer(site, { nickname: 'dana' })
  await fund(player, 10_000)
  const { page } = await visit('/profile/wallet', as(player, 360))
  const main = page.getByRole('main')
  await main.getByRole('tab', { name: 'Swap' }).click()
  await main.getByLabel('To', { exact: true }).selectOption('USD')
  await main.getByLabel('Amount', { exact: true }).fill('40')
  await main.getByRole('button', { name: 'Review swap' }).click()
  await main.getByText(/This quote is valid for \d+ seconds?\./).waitFor()
  await expectReadable(page)
  // The rate changes: the buttons "New quote" and, with its answer, "Swap" take the place of the button under the taps.
  let asks = 0
  page.on('request', (request) => /swaps\/quotes/.test(request.url()) && asks++)
  await page.route('**/api/wallet/swaps/quotes/*/confirm', (route) =>
    route.fulfill({ status: 422, json: { error: { name: 'rateChanged', message: 'The rate has changed' } } }),
  )
  const swap = main.getByRole('button', { name: 'Swap €40.00' })
  await swap.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await swap.boundingBox())!
  for (let tap = 0; tap < 8; tap++) {
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.waitForTimeout(150)
  }
  expect(asks).toBe(1)
  await page.unroute('**/api/wallet/swaps/quotes/*/confirm')
  await main.getByRole('button', { name: 'Get a new quote' }).click()
  await swap.waitFor()
  const received = await main.locator('dd').filter({ hasText: '$' }).first().textContent()
  await swap.click()
  await main.getByText(`You swapped €40.00 for ${received}.`).waitFor()
  expect(await player.cash()).toBe(6000)

  await main.getByRole('tab', { name: 'Vault' }).click()
  await main.getByLabel('Amount', { exact: true }).fill('25')
  await main.getByRole('button', { name: 'Put €25.00 in the vault' }).click()
  await main.getByText('€25.00 is in the vault.').waitFor()
  expect(await player.cash()).toBe(3500)
  await main.getByRole('tab', { name: 'Take out' }).click()
  await main.getByRole('button', { name: 'All €25' }).click()
  await main.getByRole('button', { name: 'Take out €25.00' }).click()
  await page.locator('[data-step-up] [name=proof]').fill('a-Long-pass-9431')
  await page.locator('[data-step-up] [type=submit]').click()
  await main.getByRole('heading', { name: 'Being taken out' }).waitFor()
})

// Shows: 2.5.21
longTest(
  'a withdrawal address is saved with a proof, fills the form by its name, and is deleted',
  async ({ visit }) => {
    const player = await registerPlayer(site, { nickname: 'dana' })
    const { body: account } = await player.call('POST', '/api/wallet/accounts', { currency: 'BTC' })
    await player.call('PUT', `/api/wallet/accounts/${account.id}/switch`)
    const { page } = await visit(`${plainPage}?wallet=withdraw`, as(player, 1280))
    const wallet = dialog(page, 'wallet')
    const address = wallet.getByLabel(/address/i).and(wallet.locator('input'))
    await address.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    await wallet.getByRole('button', { name: 'Save this address' }).click()
    await wallet.getByLabel('Name', { exact: true }).fill('Cold storage')
    await wallet.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-step-up] [name=proof]').fill('a-Long-pass-9431')
    await page.locator('[data-step-up] [type=submit]').click()
    const saved = wallet.getByRole('button', { name: /^Cold storage/ })
    await saved.waitFor()
    await expectReadable(page)
    await address.fill('')
    await saved.click()
    expect(await address.inputValue()).toBe('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    await wallet.getByRole('button', { name: 'Delete Cold storage' }).click()
    await saved.waitFor({ state: 'detached' })
  },
)
