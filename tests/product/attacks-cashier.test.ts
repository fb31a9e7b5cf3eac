/**
 * Attacks on payouts, bonuses, limits and seeds of a running site, from outside: attacks 6, 7, 13, 17, 18 and 19 in
 * docs/threats.md.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger } from './product-database.ts'
import {
  decide,
  fund,
  registerPlayer,
  notice,
  type SitePlayer,
  playerByToken,
  play,
  send,
  startDeposit,
  launchGame,
  until,
  withdraw,
} from './site-player.ts'
import { partnerRecordOf } from './steps.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false', ROUND_MIN_MS: '0' } })
})
afterAll(async () => {
  await expectConsistentLedger(site)
  await site.discard()
})

const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (replies: Array<{ status: number }>): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status }) => status)).map(([status, list]) => [status, list!.length]),
  )
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const limit = (player: SitePlayer, body: object) => player.call('POST', '/api/player/limits', body)

// Shows: attack 6, attack 7
longTest(
  '6 and 7: a payout whose response is lost is sent again and paid once; a failure reported after its success returns nothing',
  { timeout: 120_000 },
  async () => {
    const player = await registerPlayer(site)
    await fund(player, 5000)
    // The partner accepts the payout without a response or a webhook.
    await send(`${site.sandboxUrl}/faults`, 'POST', { body: 'timeouts=1&isLosing=true', headers: form })
    const {
      body: { id },
    } = await withdraw(player, 5000)
    const attempts = async () =>
      (
        await ask<{ attempts: number; state: string }>(
          site,
          'SELECT attempts, state FROM payments.payouts WHERE invoice_id = $1',
          [id],
        )
      )[0]!
    await until(
      async () => (await attempts()).attempts >= 2 && (await attempts()).state !== 'sending',
      'it is sent again and taken',
      40_000,
    )
    await send(`${site.sandboxUrl}/faults`, 'POST', { body: 'isLosing=false', headers: form })
    const payout = partnerRecordOf(site, 'payouts', id)!
    // The sandbox approves small payouts automatically, but later.
    await send(`${site.sandboxUrl}/payouts/${payout.id}/approve`, 'POST')
    const invoice = async () => (await player.call('GET', '/api/payment/invoices?type=2')).body.data[0]
    await until(async () => (await invoice()).status === 2, 'it is paid', 40_000)
    expect(partnerRecordOf(site, 'payouts', id)).toMatchObject({ id: payout.id, timesPaid: 1 })

    for (const status of ['failed', 'cancelled', 'failed']) {
      const report = {
        id: randomUUID(),
        type: `payout.${status}`,
        createdAt: new Date().toISOString(),
        data: { id: payout.id, reference: id, status, amount: '50.00', currency: 'EUR' },
      }
      expect((await notice(site, report)).status).toBe(200)
    }
    await until(
      async () => (await ask(site, 'SELECT FROM payments.callbacks WHERE processed_at IS NULL')).length === 0,
      'the inbox is worked off',
    )
    expect(await invoice()).toMatchObject({ status: 2, stage: 'paid' })
    expect(await player.cash()).toBe(0)
    expect(await ask(site, 'SELECT flag FROM payments.flags WHERE invoice_id = $1', [id])).toEqual([
      { flag: 'failed after success' },
    ])
  },
)

// Shows: attack 13
longTest('13: of 50 simultaneous activations of a bonus, one succeeds, and it is granted once', async () => {
  const player = await registerPlayer(site)
  for (const bonusId of ['welcome-100', 'monday-10']) await fund(player, 5000, { bonusId })
  const bonuses = async () =>
    (await player.call('GET', '/api/game/player-bonuses')).body as Array<{
      id: string
      bonusId: string
      status: number
      amount: number
    }>
  const find = async (bonusId: string) => (await bonuses()).find((each) => each.bonusId === bonusId)!
  const [active, issued] = [await find('welcome-100'), await find('monday-10')]
  expect([active.status, issued.status]).toEqual([2, 1])
  expect((await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)).status).toBe(200)
  const replies = await together(50, () => player.call('PUT', `/api/game/player-bonuses/${issued.id}/activate`))
  expect(statuses(replies)).toEqual({ 200: 1, 422: 49 })
  expect(
    await ask(
      site,
      `SELECT count(*)::int AS n FROM ledger.movements WHERE kind = 'bonus-granted' AND reference_id = $1`,
      [issued.id],
    ),
  ).toEqual([{ n: 1 }])
  expect(await ask(site, 'SELECT bonus::int FROM wallet.accounts WHERE player_id = $1', [player.id])).toEqual([
    { bonus: issued.amount },
  ])
})

// Shows: attack 17
longTest(
  '17: a deposit limit of 100 and 50 simultaneous deposits of 60: one is accepted; another currency is rejected, and late payments count',
  async () => {
    const player = await registerPlayer(site)
    const {
      status,
      body: { id: dollars },
    } = await player.call('POST', '/api/wallet/accounts', { currency: 'USD' })
    expect([
      status,
      (await limit(player, { definition: 3, period: 'daily', amount: 10_000, currency: 'EUR' })).status,
    ]).toEqual([200, 200])
    const replies = await together(50, () => startDeposit(player, 6000))
    expect(statuses(replies)).toEqual({ 200: 1, 422: 49 })
    for (const { body } of replies.filter((each) => each.status === 422))
      expect(body.error).toMatchObject({ name: 'depositLimitReached', code: 13100 })
    expect((await startDeposit(player, 6000, { currency: 'USD', accountId: dollars })).body.error).toMatchObject({
      code: 13100,
    })
    expect((await player.call('GET', '/api/player/limits')).body[0]).toMatchObject({
      amount: 10_000,
      currentAmount: 6000,
    })
    const used = async () => (await player.call('GET', '/api/player/limits')).body[0].currentAmount
    const giveUp = (invoiceId: string) => player.call('PUT', `/api/payment/invoices/${invoiceId}/decline`)
    // After the cancellation its page is closed and its amount in the limit released: a payer who returns pays nothing.
    const accepted = replies.find((each) => each.status === 200)!.body
    await giveUp(accepted.invoiceId)
    expect(await used()).toBe(0)
    await decide(accepted.action, 'pay')
    // If the partner does not receive the cancellation, the page stays open, the amount stays in the limit, and a
    // payment counts.
    const { body: uncancelled } = await startDeposit(player, 6000)
    await send(`${site.sandboxUrl}/faults`, 'POST', { body: 'outages=100', headers: form })
    await giveUp(uncancelled.invoiceId)
    expect(await used()).toBe(6000)
    expect((await startDeposit(player, 6000)).body.error).toMatchObject({ code: 13100 })
    await decide(uncancelled.action, 'pay')
    await until(async () => (await player.cash()) > 0, 'the late payment is credited')
    await send(`${site.sandboxUrl}/faults`, 'POST', { body: 'outages=0', headers: form })
    const ended = 'SELECT FROM payments.cancellations WHERE invoice_id = $1 AND ended_at IS NOT NULL'
    for (const { invoiceId } of [accepted, uncancelled])
      await until(
        async () => (await ask(site, ended, [invoiceId])).length === 1,
        'the partner knows that it was given up',
      )
    expect([await player.cash(), await used()]).toEqual([6000, 6000])
    expect((await startDeposit(player, 6000)).body.error).toMatchObject({ code: 13100 })
  },
)

// Shows: attack 18
test('18: editing or deleting a self-exclusion is rejected: no deposits, no play, withdrawals still possible', async () => {
  const excluded = await registerPlayer(site)
  await fund(excluded, 5000)
  const seat = await launchGame(site, excluded)
  const { status, body } = await limit(excluded, { definition: 4, period: '6-months' })
  expect(status).toBe(200)
  expect((await excluded.call('GET', '/api/player/limits')).status).toBe(401)
  const signedIn = await send(`${site.url}/api/player/sessions`, 'POST', {
    body: { login: excluded.email, password: 'a-Long-pass-9431' },
  })
  expect(signedIn.status).toBe(200)
  const player = await playerByToken(site, excluded.email, signedIn.body.accessToken)
  for (const [method, change] of [
    ['PUT', { period: 'daily', amount: 1 }],
    ['PUT', { period: '1-year' }],
    ['DELETE', undefined],
  ] as const) {
    expect((await player.call(method, `/api/player/limits/${body.id}`, change)).status).toBe(422)
  }
  expect((await player.call('GET', '/api/player/limits')).body).toMatchObject([{ definition: 4, endsAt: body.endsAt }])
  expect((await startDeposit(player, 1000)).body.error).toMatchObject({ name: 'playerExcluded' })
  expect((await player.call('POST', '/api/game/games/dice/play', { mode: 'real' })).status).toBe(422)
  expect((await play(site, seat)).status).not.toBe(200)
  expect(await player.cash()).toBe(5000)
  expect((await withdraw(player, 5000)).status).toBe(200)
})

// Shows: attack 19
test('19: simultaneous plays on three games of one player never share a nonce, and skip none', async () => {
  const player = await registerPlayer(site)
  await fund(player, 10_000)
  const seats = [await launchGame(site, player), await launchGame(site, player), await launchGame(site, player)]
  for (let wave = 0; wave < 5; wave++) await together(12, (index) => play(site, seats[index % 3]!))
  await until(
    async () =>
      (
        await ask(site, `SELECT FROM studio.rounds WHERE owner = $1 AND state NOT IN ('settled', 'cancelled')`, [
          player.id,
        ])
      ).length === 0,
    'every round has ended',
  )
  const rounds = await ask<{ seed_id: string; nonce: string }>(
    site,
    'SELECT seed_id::text, nonce::text FROM studio.rounds WHERE owner = $1',
    [player.id],
  )
  expect(rounds.length).toBeGreaterThanOrEqual(5)
  for (const drawn of Object.values(Object.groupBy(rounds, ({ seed_id }) => seed_id))) {
    const nonces = drawn!.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)
    expect(nonces).toEqual(nonces.map((_, index) => index))
  }
})
