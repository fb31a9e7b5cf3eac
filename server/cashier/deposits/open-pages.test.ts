/** Payment pages that stay open while the player is excluded, closes the account or cancels the deposit. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { operator } from '#tests/setup/operator.ts'
import { noFaults } from '#sandbox/faults.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { finishBonuses } from '../../bonuses/finish-bonuses.ts'
import { reconcileInvoices } from '../books/reconcile-invoices.ts'
import { settleFlag } from '../flags/settle-flag.ts'
import { signOut } from '../../identity/sessions/sign-out.ts'
import { cancelDeposits } from './cancel-deposits.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ partnerTimeoutMs: 300 })
})
afterAll(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'BTC'] })
})
afterEach(() => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
})

const minuteMs = 60_000
const start = (amount = 5000, wish: Record<string, unknown> = {}) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    fields: {},
    ...wish,
  })
async function opened(amount = 5000, wish: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await start(amount, wish)
  expect([status, body.error]).toEqual([200, undefined])
  return body.invoiceId
}
const address = () =>
  opened(1, {
    method: 'sandbox.crypto',
    currency: 'BTC',
    accountId: player.accounts.BTC,
    fields: { crypto_network: 'bitcoin' },
  })
const exclude = (definition = 4, period = '6-months') =>
  player.call('POST', '/api/player/limits', { definition, period })
const limit = (amount: number) =>
  player.call('POST', '/api/player/limits', { definition: 3, period: 'daily', amount, currency: 'EUR' })
const giveUp = (id: string) => player.call('PUT', `/api/payment/invoices/${id}/decline`)
const payment = (id: string) => app.sandbox.payments.byReference(id)!
const pay = (id: string) => app.sandbox.payments.decide(payment(id).id, 'pay')
/** Simulates a payer who pays before the cancellation arrives. */
function payRegardless(id: string): void {
  payment(id).status = 'open'
  pay(id)
}
const invoice = async (id: string): Promise<Loose> =>
  (await app.asOwner('SELECT status, stage, flag, closed_by FROM payments.invoices WHERE id = $1', [id])).rows[0]
const cash = async (currency = 'EUR'): Promise<number> =>
  (
    await app.asOwner('SELECT cash::int FROM wallet.accounts WHERE player_id = $1 AND currency = $2', [
      player.id,
      currency,
    ])
  ).rows[0].cash
const bonusesHeld = async (): Promise<number> =>
  (
    await app.asOwner(
      `SELECT (SELECT count(*) FROM bonuses.player_bonuses WHERE player_id = $1)::int + (SELECT count(*) FROM bonuses.player_freespins WHERE player_id = $1)::int AS held`,
      [player.id],
    )
  ).rows[0].held
const used = async (): Promise<number> =>
  (await player.call('GET', '/api/player/limits')).body.find((each: Loose) => each.definition === 3).currentAmount
const reopenSession = () =>
  app.asOwner('UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL WHERE player_id = $1', [player.id])
async function ownCtx() {
  const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
  return contextOf(app.deps, { id: player.id, sessionId: rows[0].id as string }, { country: 'DE' })
}
const close = async () => closeAccount(await ownCtx(), {})

test.each([
  ['a self-exclusion', 4, '6-months'],
  ['a break', 5, '1-day'],
])('%s closes every open pay page at the partner, and nothing of them is credited', async (_, definition, period) => {
  const pages = [await opened(), await opened(6000, { bonusId: 'welcome-100' }), await opened(7000)]
  expect((await exclude(definition, period)).status).toBe(200)
  await cancelDeposits(app.deps)
  for (const id of pages) {
    expect(payment(id).status).toBe('failed')
    pay(id)
  }
  await app.settle()
  expect([await cash(), await bonusesHeld()]).toEqual([0, 0])
  for (const id of pages)
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined', closed_by: 'exclusion' })
  // The player reads that it was the exclusion, and of one cancelled by hand that it was the player.
  await reopenSession()
  const { body } = await player.call('GET', `/api/payment/invoices?id=${pages[0]}`)
  expect(body.data).toMatchObject([{ id: pages[0], stage: 'declined', closedBy: 'exclusion' }])
})

test('a deposit that the player cancels before the exclusion begins stays one that the player cancelled', async () => {
  const id = await opened()
  const { body } = await player.call('PUT', `/api/payment/invoices/${id}/decline`)
  expect(body.closedBy).toBe('player')
  await exclude()
  expect(await invoice(id)).toMatchObject({ closed_by: 'player' })
})

test('one invoice is read by its id, however old, and never that of another player', async () => {
  const [id, other] = [await opened(), await app.player()]
  for (let newer = 0; newer < 3; newer++) await opened()
  const read = async (by: TestPlayer, query: string) => (await by.call('GET', `/api/payment/invoices?${query}`)).body
  expect(await read(player, `id=${id}&perPage=1`)).toMatchObject({ data: [{ id }], meta: { total: 1 } })
  expect((await read(player, `id=${id}`)).data[0]).not.toHaveProperty('closedBy')
  expect((await read(other, `id=${id}`)).data).toEqual([])
  expect((await read(player, 'id=nothing')).error.name).toBe('validation')
})

test('money paid nevertheless is put in suspense and sent back by an operator, without a bonus', async () => {
  const id = await opened(6000, { bonusId: 'welcome-100' })
  app.sandbox.faults.outages = 50
  await exclude()
  await cancelDeposits(app.deps)
  pay(id)
  app.sandbox.faults.outages = 0
  await app.settle()
  expect([await cash(), await bonusesHeld()]).toEqual([0, 0])
  expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined', flag: 'paid while excluded' })
  const { number } = (await app.asOwner('SELECT number FROM payments.invoices WHERE id = $1', [id])).rows[0]
  const settled = await settleFlag(
    { ...app.deps, actor: operator },
    { number, decision: 'send-back', reason: 'excluded' },
  )
  expect(settled).toMatchObject({ ok: true })
  expect(await cash()).toBe(0)
})

// Shows: pair deposit/exclusion, pair deposit/free spins
longTest(
  'an exclusion and payments at once: each is credited before it or put in suspense, and none brings a bonus after it',
  async () => {
    for (let round = 0; round < 10; round += 1) {
      player = await app.player({ currencies: ['EUR', 'BTC'] })
      const pages = [await opened(), await opened(6000, { bonusId: 'welcome-spins' })]
      for (const id of pages) pay(id)
      await Promise.all([app.settle(), exclude()])
      await app.settle()
      const states = await Promise.all(pages.map(invoice))
      const credited = states.filter(({ status }) => status === 2).length
      const waiting = states.filter(({ flag }) => flag === 'paid while excluded').length
      expect(credited + waiting).toBe(2)
      expect(await bonusesHeld()).toBe(states[1].status === 2 ? 1 : 0)
    }
  },
)

// Shows: pair deposit/exclusion
test('a deposit that is started while an exclusion begins is refused, or its page is closed', async () => {
  for (let round = 0; round < 10; round += 1) {
    player = await app.player({ currencies: ['EUR', 'BTC'] })
    const [started] = await Promise.all([start(), exclude()])
    await cancelDeposits(app.deps)
    if (started.status === 200) expect(payment(started.body.invoiceId).status).toBe('failed')
    else expect([401, 422]).toContain(started.status)
  }
})

test("money that arrives at an excluded player's address is put in suspense", async () => {
  const id = await address()
  await exclude()
  app.sandbox.payments.transfer(payment(id).id, '0.01', null)
  await app.settle()
  expect(await cash('BTC')).toBe(0)
  expect(await invoice(id)).toMatchObject({ flag: 'paid while excluded' })
})

const notices = async (): Promise<string[]> =>
  (
    await app.asOwner('SELECT key FROM messages.messages WHERE player_id = $1 ORDER BY created_at', [player.id])
  ).rows.map(({ key }) => key)

test('money at an address beyond a deposit limit is put in suspense, and its player is told; what fits is credited', async () => {
  await limit(20_000)
  const small = await address()
  app.sandbox.payments.transfer(payment(small).id, '0.001', null)
  await app.settle()
  expect(await invoice(small)).toMatchObject({ status: 2, flag: null })
  const large = await address()
  app.sandbox.payments.transfer(payment(large).id, '0.1', null)
  await app.settle()
  expect(await cash('BTC')).toBe(100_000)
  expect(await invoice(large)).toMatchObject({ status: 1, stage: 'review', flag: 'paid beyond a limit' })
  expect(await notices()).toContain('invoice.depositHeldByLimit')
  // Held money uses nothing of the limit.
  expect((await start(5000)).status).toBe(200)
})

test('an operator credits what was beyond a limit, and nothing more is accepted then', async () => {
  await limit(20_000)
  const id = await address()
  app.sandbox.payments.transfer(payment(id).id, '0.1', null)
  await app.settle()
  const { rows } = await app.asOwner('SELECT number FROM payments.invoices WHERE id = $1', [id])
  const settled = await settleFlag(
    { ...app.deps, actor: operator },
    { number: rows[0].number, decision: 'credit', reason: 'asked the player' },
  )
  expect(settled).toMatchObject({ ok: true })
  expect(await cash('BTC')).toBe(10_000_000)
  expect((await start()).body.error.name).toBe('depositLimitReached')
})

test('a late payment that no longer fits is put in suspense, one that fits is credited', async () => {
  await limit(5000)
  const id = await opened()
  await giveUp(id)
  await cancelDeposits(app.deps)
  const other = await opened(3000)
  pay(other)
  await app.settle()
  payRegardless(id)
  await app.settle()
  expect([await invoice(id), await cash()]).toMatchObject([{ flag: 'paid beyond a limit' }, 3000])
})

test('a cancelled deposit counts towards the limit until the partner confirms that it cannot be paid', async () => {
  await limit(5000)
  const id = await opened()
  app.sandbox.faults.outages = 1
  expect((await giveUp(id)).body).toMatchObject({ status: 3, stage: 'declined' })
  expect(await used()).toBe(5000)
  expect((await start()).body.error.name).toBe('depositLimitReached')
  app.clock.forward(minuteMs)
  await cancelDeposits(app.deps)
  expect(payment(id).status).toBe('failed')
  expect(await used()).toBe(0)
  expect((await start()).status).toBe(200)
})

const page = (id: string, of = player) => of.call('GET', `/api/payment/invoices/${id}/page`)
/** What became of the money of a deposit: on its own invoice, or on the one of a late payment. */
async function creditsOf(id: string): Promise<number> {
  const { rows } = await app.asOwner(
    'SELECT count(*)::int AS credits FROM payments.invoices WHERE (id = $1 OR late_of = $1) AND status = 2',
    [id],
  )
  return rows[0].credits
}

// Shows: pair deposit/second tab
longTest('a cancellation and the payment at once: the money is credited once or cannot be paid any more', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    player = await app.player({ currencies: ['EUR'] })
    const id = await opened()
    if (round % 3 !== 0) pay(id)
    const [cancelled] = await Promise.all([giveUp(id), round % 3 === 1 ? app.settle() : null])
    if (round % 3 === 0) pay(id)
    await app.settle()
    expect([200, 422]).toContain(cancelled.status)
    const isPaid = payment(id).status === 'succeeded'
    expect([await creditsOf(id), await cash()]).toEqual(isPaid ? [1, 5000] : [0, 0])
    // A refused cancellation is one that came after the payment.
    if (cancelled.status === 422) expect(await invoice(id)).toMatchObject({ status: 2, stage: 'paid' })
    else expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined', flag: isPaid ? 'paid late' : null })
    expect((await page(id)).body.error.name).toBe('invoiceIsFinal')
    seen.add(isPaid ? 'paid' : 'unpaid')
  }
  expect(seen).toEqual(new Set(['paid', 'unpaid']))
})

// Shows: pair deposit/second tab
test('cancelled in two tabs at once: one cancels it, the other learns that it is final', async () => {
  const id = await opened()
  const answers = await Promise.all([giveUp(id), giveUp(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)!.body.error.name).toBe('invoiceIsFinal')
  expect((await page(id)).body.error.name).toBe('invoiceIsFinal')
})

// Shows: pair deposit/second tab
test('a payment page is opened again in any tab while the deposit is unpaid, and by no other player', async () => {
  const id = await opened()
  const first = await page(id)
  expect(first).toMatchObject({ status: 200, body: { invoiceId: id, action: expect.any(String) } })
  expect((await Promise.all([page(id), page(id)])).map(({ body }) => body)).toEqual([first.body, first.body])
  expect(await page(id, await app.player({ currencies: ['EUR'] }))).toMatchObject({
    status: 404,
    body: { error: { name: 'invoiceNotFound' } },
  })
  pay(id)
  await app.settle()
  expect((await page(id)).body.error.name).toBe('invoiceIsFinal')
})

// Shows: pair deposit/sign-out
test('after sign-out a payment page is neither opened nor cancelled, and what is paid there is credited', async () => {
  const id = await opened()
  await signOut(await ownCtx())
  expect((await page(id)).status).toBe(401)
  expect((await giveUp(id)).status).toBe(401)
  pay(id)
  await app.settle()
  expect(await cash()).toBe(5000)
})

// Shows: pair deposit/exclusion
test('after an exclusion a payment page is not opened again by a later session', async () => {
  const id = await opened()
  await exclude()
  await reopenSession()
  expect((await page(id)).body.error.name).toBe('invoiceIsFinal')
  expect((await giveUp(id)).body.error.name).toBe('invoiceIsFinal')
})

test('one that was paid before the cancellation counts once, and the limit is exhausted', async () => {
  await limit(5000)
  const id = await opened()
  pay(id)
  await giveUp(id)
  await app.settle()
  expect(await cash()).toBe(5000)
  expect(await used()).toBe(5000)
  expect((await start(1000)).body.error.name).toBe('depositLimitReached')
})

describe('a deposit limit that is set or lowered while payment pages are open', () => {
  const stages = (ids: string[]) => Promise.all(ids.map(async (id) => (await invoice(id)).stage))
  const lower = async (amount: number) => {
    const [{ id }] = (await player.call('GET', '/api/player/limits')).body
    return player.call('PUT', `/api/player/limits/${id}`, { period: 'daily', amount })
  }

  // Shows: pair deposit/limits
  test('closes those that no longer fit, the newest first', async () => {
    const ids: string[] = []
    for (const amount of [3000, 4000, 5000]) {
      ids.push(await opened(amount))
      app.clock.forward(1000)
    }
    expect((await limit(8000)).status).toBe(200)
    expect(await stages(ids)).toEqual(['awaiting-payment', 'awaiting-payment', 'declined'])
    await cancelDeposits(app.deps)
    expect(payment(ids[2]!).status).toBe('failed')
    expect((await lower(3000)).status).toBe(200)
    expect(await stages(ids)).toEqual(['awaiting-payment', 'declined', 'declined'])
    await cancelDeposits(app.deps)
    pay(ids[0]!)
    await app.settle()
    expect(await cash()).toBe(3000)
    expect((await start(1000)).body.error.name).toBe('depositLimitReached')
    const [, { body }] = await Promise.all([lower(2000), player.call('GET', `/api/payment/invoices?id=${ids[2]}`)])
    expect(body.data[0]).not.toHaveProperty('closedBy')
  })

  // Shows: pair deposit/limits
  test('closes all of them where what was credited exhausts it, and none where a raise is asked for', async () => {
    await limit(9000)
    pay(await opened(5000))
    await app.settle()
    const open = await opened(2000)
    expect((await lower(20_000)).body.pending).toMatchObject({ amount: 20_000 })
    expect(await stages([open])).toEqual(['awaiting-payment'])
    expect((await lower(4000)).status).toBe(200)
    expect(await stages([open])).toEqual(['declined'])
  })

  // Shows: pair deposit/limits
  longTest('at the moment of the payment: credited before it, or closed and credited as a late payment', async () => {
    for (let round = 0; round < 8; round++) {
      player = await app.player()
      const id = await opened(5000)
      const act = async () => {
        pay(id)
        await app.settle()
      }
      await Promise.all(round % 2 ? [limit(1000), act()] : [act(), limit(1000)])
      await app.settle()
      const { stage, flag } = await invoice(id)
      expect([
        ['paid', null],
        ['declined', 'paid late'],
      ]).toContainEqual([stage, flag])
      expect(await cash()).toBe(5000)
      expect((await start(1000)).body.error.name).toBe('depositLimitReached')
    }
  })
})

// Shows: pair deposit/limits
test('six cancelled pages that are paid nevertheless bring no more than the limit allows', async () => {
  await limit(5000)
  const pages: string[] = []
  for (let index = 0; index < 6; index += 1) {
    app.sandbox.faults.outages = 0
    const { status, body } = await start()
    if (status !== 200) continue
    pages.push(body.invoiceId)
    app.sandbox.faults.outages = 10
    await giveUp(body.invoiceId)
  }
  app.sandbox.faults.outages = 0
  for (const id of pages) pay(id)
  await app.settle()
  expect(await cash()).toBeLessThanOrEqual(5000)
})

test('an unpaid deposit counts for half an hour, and then its page is closed', async () => {
  await limit(5000)
  const id = await opened()
  const { body } = await player.call('GET', '/api/player/limits')
  expect(body[0]).toMatchObject({ currentAmount: 5000, reservedAmount: 5000 })
  expect(Math.abs(Date.parse(body[0].reservedUntil) - Date.now() - 30 * minuteMs)).toBeLessThan(minuteMs)
  app.clock.forward(31 * minuteMs)
  await reconcileInvoices(app.deps)
  await cancelDeposits(app.deps)
  expect(await invoice(id)).toMatchObject({ status: 3, stage: 'expired' })
  expect(payment(id).status).toBe('failed')
  expect((await player.call('GET', '/api/player/limits')).body[0]).toMatchObject({
    currentAmount: 0,
    reservedAmount: 0,
    reservedUntil: null,
  })
})

// Shows: pair deposit/closure
longTest(
  'closing an account and starting a deposit at once: one of them is refused, and no money is credited',
  async () => {
    for (let round = 0; round < 10; round += 1) {
      player = await app.player({ currencies: ['EUR', 'BTC'] })
      const [started, closed] = await Promise.all([start(), close()])
      expect(started.status === 200 && closed.ok).toBe(false)
      if (started.status === 200) payRegardless(started.body.invoiceId)
      await app.settle()
      expect(await cash()).toBe(closed.ok ? 0 : 5000)
    }
  },
)

// Shows: pair deposit/closure
test('closing an account while a deposit is open is refused; after its cancellation, its page is closed with the account', async () => {
  const id = await opened()
  expect(await close()).toMatchObject({ ok: false, refusal: 'moneyLeft' })
  expect(await invoice(id)).toMatchObject({ status: 1 })
  await giveUp(id)
  expect(await close()).toMatchObject({ ok: true })
  await reopenSession()
  expect((await start()).status).not.toBe(200)
})

// Shows: pair deposit/closure
test('money paid to a closed account is put in suspense and cannot be credited', async () => {
  const id = await opened()
  app.sandbox.faults.outages = 20
  await giveUp(id)
  expect(await close()).toMatchObject({ ok: true })
  pay(id)
  app.sandbox.faults.outages = 0
  await app.settle()
  expect(await cash()).toBe(0)
  expect(await invoice(id)).toMatchObject({ flag: 'paid after closure' })
  const { number } = (await app.asOwner('SELECT number FROM payments.invoices WHERE id = $1', [id])).rows[0]
  const credit = await settleFlag({ ...app.deps, actor: operator }, { number, decision: 'credit', reason: 'a mistake' })
  expect(credit).toEqual({ ok: false, refusal: 'accountClosed' })
  expect(
    await settleFlag({ ...app.deps, actor: operator }, { number, decision: 'send-back', reason: 'closed' }),
  ).toMatchObject({ ok: true })
})

test('a closed account has no open address, and money that arrives there is put in suspense', async () => {
  const id = await address()
  expect(await close()).toMatchObject({ ok: true })
  expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined' })
  payment(id).status = 'open'
  app.sandbox.payments.transfer(payment(id).id, '0.01', null)
  await app.settle()
  expect(await cash('BTC')).toBe(0)
  expect(await invoice(id)).toMatchObject({ flag: 'paid after closure' })
})

test('twenty deposits may be open at once; the next is refused with a message until one ends', async () => {
  const pages: string[] = []
  for (let index = 0; index < 20; index += 1) pages.push(await opened(1000))
  const refused = await start(1000)
  expect(refused).toMatchObject({ status: 422, body: { error: { name: 'tooManyOpenDeposits' } } })
  expect(refused.body.error.message).toContain('20')
  const together = await Promise.all([giveUp(pages[0]!), start(1000), start(1000), start(1000)])
  expect(together.slice(1).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  await finishBonuses(app.deps)
})
