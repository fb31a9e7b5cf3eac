/** A withdrawal ends the bonuses of its currency: announced, confirmed, and done in the transaction of the hold. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { play } from '#tests/money/wallets.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'USD'] })
})

async function deposit(amount: number, wish: Record<string, unknown> = {}, currency = 'EUR'): Promise<void> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
    ...wish,
  })
  expect([status, body.error]).toEqual([200, undefined])
  app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
}
const withdraw = (amount: number, more: Record<string, unknown> = {}) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    ...more,
  })
const confirmed = { isBonusEndConfirmed: true }
const giveUp = (id: string) => player.call('PUT', `/api/payment/invoices/${id}/decline`)
const bonuses = async (): Promise<Loose[]> => (await player.call('GET', '/api/game/player-bonuses')).body
const activate = (id: string) => player.call('PUT', `/api/game/player-bonuses/${id}/activate`)
const wallet = async (currency = 'EUR') =>
  (
    await app.asOwner(
      'SELECT cash::int, bonus::int, held::int FROM wallet.accounts WHERE player_id = $1 AND currency = $2',
      [player.id, currency],
    )
  ).rows[0] as { cash: number; bonus: number; held: number }
const bet = (amount: number) =>
  app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId: randomUUID(), amount }))

test('a withdrawal while a bonus is active is refused until the end of the bonus is confirmed, and then both happen', async () => {
  await deposit(20_000, { bonusId: 'welcome-100' })
  const refused = await withdraw(20_000)
  expect(refused).toMatchObject({ status: 422, body: { error: { name: 'bonusWouldEnd', code: 13103 } } })
  expect(await wallet()).toEqual({ cash: 20_000, bonus: 20_000, held: 0 })
  expect((await bonuses())[0]).toMatchObject({ status: 2 })
  expect((await withdraw(20_000, confirmed)).status).toBe(200)
  expect(await wallet()).toEqual({ cash: 0, bonus: 0, held: 20_000 })
  expect((await bonuses())[0]).toMatchObject({ status: 3, result: 3 })
})

test('the same key works for the refused and for the confirmed request, and repeats its answer', async () => {
  await deposit(20_000, { bonusId: 'welcome-100' })
  const idempotencyKey = randomUUID()
  expect((await withdraw(1000, { idempotencyKey })).status).toBe(422)
  const [first, again] = [
    await withdraw(1000, { idempotencyKey, ...confirmed }),
    await withdraw(1000, { idempotencyKey, ...confirmed }),
  ]
  expect([first.status, again.body.id]).toEqual([200, first.body.id])
  expect(await wallet()).toEqual({ cash: 19_000, bonus: 0, held: 1000 })
})

test('a request that could not be paid ends no bonus and asks for no confirmation', async () => {
  await deposit(20_000, { bonusId: 'welcome-100' })
  for (const more of [{}, confirmed]) expect((await withdraw(20_001, more)).body.error.name).toBe('insufficientFunds')
  expect(await wallet()).toEqual({ cash: 20_000, bonus: 20_000, held: 0 })
})

test('an issued bonus ends too', async () => {
  await deposit(5000, { bonusId: 'welcome-100' })
  await deposit(5000, { bonusId: 'monday-10' })
  expect((await bonuses()).map(({ status }) => status)).toEqual([1, 2])
  expect((await withdraw(5000, confirmed)).status).toBe(200)
  const ended = await bonuses()
  expect(ended.map(({ status, result }) => [status, result])).toEqual([
    [3, 3],
    [3, 3],
  ])
  for (const { id } of ended) expect((await activate(id)).body.error.name).toBe('notIssued')
  expect(await wallet()).toEqual({ cash: 5000, bonus: 0, held: 5000 })
})

test('bonuses of another currency continue, and need no confirmation', async () => {
  await deposit(6000, { bonusId: 'welcome-100' }, 'USD')
  await deposit(5000)
  expect((await withdraw(5000)).status).toBe(200)
  expect((await bonuses()).map(({ status, currency }) => [status, currency])).toEqual([[2, 'USD']])
  expect(await wallet('USD')).toEqual({ cash: 6000, bonus: 6000, held: 0 })
})

// Shows: pair withdrawal/bonus
test('while a withdrawal is open no bonus starts, neither by the player nor with a deposit', async () => {
  await deposit(5000)
  const { body: open } = await withdraw(5000)
  await deposit(5000, { bonusId: 'monday-10' })
  const [issued] = await bonuses()
  expect(issued).toMatchObject({ status: 1 })
  expect((await activate(issued.id)).body.error.name).toBe('withdrawalIsOpen')
  expect(await wallet()).toEqual({ cash: 5000, bonus: 0, held: 5000 })
  await giveUp(open.id)
  expect((await activate(issued.id)).status).toBe(200)
  expect(await wallet()).toEqual({ cash: 10_000, bonus: 1000, held: 0 })
})

test('money of a withdrawal that is cancelled later leaves no bonus that was staked meanwhile', async () => {
  await deposit(20_000, { bonusId: 'welcome-100' })
  const { body } = await withdraw(20_000, confirmed)
  expect(await bet(500)).toMatchObject({ ok: false, refusal: 'insufficientFunds' })
  await giveUp(body.id)
  expect(await wallet()).toEqual({ cash: 20_000, bonus: 0, held: 0 })
})

// Shows: pair withdrawal/bonus
longTest(
  'a withdrawal and the start of a bonus at once: in either order no bonus is active beside a withdrawal',
  async () => {
    for (let round = 0; round < 12; round += 1) {
      player = await app.player({ currencies: ['EUR', 'USD'] })
      await deposit(5000, { bonusId: 'welcome-100' })
      await deposit(5000, { bonusId: 'monday-10' })
      const [issued, active] = await bonuses()
      await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
      const [held, started] = await Promise.all([withdraw(10_000, round % 2 ? confirmed : {}), activate(issued.id)])
      const { held: locked, bonus } = await wallet()
      expect(locked > 0 && bonus > 0).toBe(false)
      expect([held.status, started.status].filter((status) => status === 200).length).toBeGreaterThan(0)
    }
  },
)

// Shows: pair withdrawal/bonus
longTest('a withdrawal, bets and a second withdrawal at once: the bonus ends once and the books agree', async () => {
  for (let round = 0; round < 8; round += 1) {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    await deposit(5000, { bonusId: 'welcome-100' })
    await Promise.all([withdraw(3000, confirmed), bet(400), bet(400), withdraw(3000, confirmed), bet(400)])
    const { bonus, held } = await wallet()
    expect(held > 0 ? bonus : 0).toBe(0)
    expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  }
})

// Shows: pair deposit/withdrawal
longTest('a reload bonus with the same money taken out and put in again is given once', async () => {
  for (let round = 0; round < 6; round += 1) {
    await deposit(5000, (await offered('monday-10')) ? { bonusId: 'monday-10' } : {})
    const { body } = await withdraw(5000, confirmed)
    await giveUp(body.id)
    await withdraw(5000, confirmed)
  }
  expect(await bonuses()).toHaveLength(1)
})
async function offered(bonusId: string): Promise<boolean> {
  const { body } = await player.call('GET', '/api/game/bonuses?currency=EUR')
  return body.some(({ id }: Loose) => id === bonusId)
}
