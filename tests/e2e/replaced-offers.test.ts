/** Pages and dialogs that were opened before an operator replaced or ended what they show. */
import { expect } from 'vitest'
import { dialogOf, isPlayer, noticeRead, plainPage, siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { fund, password, registerPlayer } from '../product/site-player.ts'

// This file has its own site because it changes the definitions.
const { site, longTest } = siteTest({ SEED: 'false', LOG_LEVEL: 'error' })

async function end(kind: string, identity: string): Promise<void> {
  const ended = await ask(
    site,
    `UPDATE rewards.definitions SET state = 'ended', ends_at = clock_timestamp(), changed_at = clock_timestamp()
     WHERE kind = $1 AND identity = $2 AND state = 'active' RETURNING version`,
    [kind, identity],
  )
  expect(ended).toHaveLength(1)
}

async function replace(kind: string, identity: string, change: object): Promise<void> {
  await end(kind, identity)
  await putInForce(kind, identity, change)
}

/** Puts a new version into force: the last one with some of its terms changed. */
async function putInForce(kind: string, identity: string, change: object): Promise<void> {
  await ask(
    site,
    `INSERT INTO rewards.definitions
       (kind, identity, version, data, state, starts_at, created_at, changed_at, actor, comment)
     SELECT kind, identity, version + 1, data || $3::jsonb, 'active', now(), now(), now(), 'test', 'for a test'
     FROM rewards.definitions WHERE kind = $1 AND identity = $2 ORDER BY version DESC LIMIT 1`,
    [kind, identity, JSON.stringify(change)],
  )
}

// Shows: change 14, change 16
longTest(
  'a deposit whose bonus was replaced while the wallet was open is not started; the new terms are shown with the reason',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const { page } = await visit(`${plainPage}?wallet=deposit`, { player, cookies: noticeRead })
    const wallet = dialogOf(page, 'wallet')
    const submit = wallet.getByRole('button', { name: 'Deposit €25 + €25 bonus' })
    await submit.waitFor()
    await replace('offers', 'welcome-100', { percentage: 20 })
    await submit.click()
    await dialogOf(page, 'deposit-error').getByRole('button', { name: 'Try again' }).click()
    await wallet.getByText('The terms of this bonus have changed.').waitFor()
    await wallet.getByRole('button', { name: 'Deposit €25 + €5 bonus' }).waitFor()
    expect((await player.call('GET', '/api/payment/invoices')).body.data).toEqual([])

    await end('offers', 'welcome-100')
    await wallet.getByRole('button', { name: 'Deposit €25 + €5 bonus' }).click()
    await dialogOf(page, 'deposit-error').getByRole('button', { name: 'Try again' }).click()
    await wallet.getByText('This bonus is no longer available').waitFor()
    await wallet.getByRole('button', { name: 'Deposit €25 + €5 bonus' }).waitFor({ state: 'detached' })
    expect((await player.call('GET', '/api/payment/invoices')).body.data).toEqual([])
    await putInForce('offers', 'welcome-100', { percentage: 100 })
  },
)

// Shows: change 15
longTest(
  'a quest that was replaced while its dialog was open is not started with terms that the player has not seen; one that ended shows that',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const { page } = await visit(`${plainPage}?quests-hub=true`, { player, cookies: noticeRead })
    const hub = dialogOf(page, 'quests-hub')
    const card = hub.getByRole('article', { name: 'Explorer' })
    await card.getByRole('link', { name: 'Details of Explorer' }).click()
    const tasks = dialogOf(page, 'quest-tasks')
    await tasks.getByText('250 points').waitFor()
    await replace('quest', 'explorer', { rewards: [{ kind: 'points', points: 10 }] })
    await tasks.getByRole('button', { name: 'Start quest' }).click()
    await tasks.getByRole('alert').getByText('The terms of this quest have changed.').waitFor()
    await tasks.getByText('10 points', { exact: true }).waitFor()
    await page.goBack()
    await end('quest', 'explorer')
    await card.getByRole('button', { name: 'Start quest' }).click()
    await page.getByText('This quest is no longer offered.').waitFor()
    await card.waitFor({ state: 'detached' })
    expect((await player.call('GET', '/api/retention/player-quests')).body).toEqual([])
  },
)

// Shows: change 39, change 40
longTest(
  'a page of offers is updated after a sign-in, a change of currency on another device, and a deposit with a bonus',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const reais = await player.call('POST', '/api/wallet/accounts', { currency: 'BRL' })
    const switchTo = (id: string) => player.call('PUT', `/api/wallet/accounts/${id}/switch`)
    expect((await switchTo(reais.body.id)).status).toBe(200)
    const { page } = await visit('/bonus/welcome?sign-in=true', { cookies: noticeRead })
    const offer = page.locator('#main article').first()
    await offer.getByText('100% up to €200').waitFor()
    await page.fill('[name=login]', player.email)
    await page.fill('[name=password]', password)
    await page.keyboard.press('Enter')
    await isPlayer(page)
    await offer.getByText('100% up to R$1,200').waitFor()
    expect((await switchTo(player.accounts.EUR!)).status).toBe(200)
    await offer.getByText('100% up to €200').waitFor()
    await fund(player, 2500, { bonusId: 'welcome-100' })
    await offer.getByText('Received', { exact: true }).waitFor()
  },
)

// Shows: change 39
longTest('an open quests dialog changes to the currency to which another device has switched', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { body: reais } = await player.call('POST', '/api/wallet/accounts', { currency: 'BRL' })
  const { page } = await visit(`${plainPage}?quests-hub=true`, { player, cookies: noticeRead })
  const card = dialogOf(page, 'quests-hub').getByRole('article', { name: 'Harbor week' })
  await card.getByText('€3').waitFor()
  expect((await player.call('PUT', `/api/wallet/accounts/${reais.id}/switch`)).status).toBe(200)
  await card.getByText('R$15').waitFor()
})

// Shows: change 19
longTest('a dialog about a game, a quest or a tournament that no longer exists shows that', async ({ enter }) => {
  const player = await registerPlayer(site)
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  const shows = async (modal: string, words: string) => {
    await page.goto(`${site.url}${plainPage}?${modal}=long-gone`)
    await dialogOf(page, modal).getByText(words).waitFor()
  }
  await shows('mobile-game', 'This game is no longer available')
  await shows('demo-game', 'This game is no longer available')
  await shows('tournament-entry', 'This tournament no longer exists.')
  await shows('quest-task-games', 'This quest is over')
  expect(await dialogOf(page, 'quest-task-games').locator('article').count()).toBe(0)
})

// Shows: change 20
longTest(
  'a payment method that is not offered any more is named, and the methods are read again',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 10_000)
    const { page } = await visit(`${plainPage}?wallet=deposit`, { player, cookies: noticeRead })
    const wallet = dialogOf(page, 'wallet')
    const reads = (kind: string) =>
      page.waitForRequest((request) => request.url().includes(`/api/payment/methods/${kind}?`), { timeout: 10_000 })
    // The server refuses this method as if the operator had removed it since.
    await page.route('**/api/payment/invoices/*', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), method: 'sandbox.removed' }) }),
    )
    await wallet.getByRole('button', { name: /^Deposit €25/ }).waitFor()
    const again = reads('deposit')
    await wallet.getByRole('button', { name: /^Deposit €25/ }).click()
    await again
    await dialogOf(page, 'deposit-error').getByRole('button', { name: 'Try again' }).click()
    await wallet.getByText('This payment method is not available for this currency and country').first().waitFor()

    await page.goto(`${site.url}${plainPage}?wallet=withdraw`)
    await wallet.getByLabel(/account holder/i).fill('Dana Demo')
    await wallet.getByLabel(/iban/i).fill('DE89370400440532013000')
    const withdrawals = reads('withdrawal')
    await wallet.getByRole('button', { name: 'Withdraw €50' }).click()
    await withdrawals
    await wallet.getByText('This payment method is not available for this currency and country').first().waitFor()
    expect(await player.cash()).toBe(10_000)
  },
)
