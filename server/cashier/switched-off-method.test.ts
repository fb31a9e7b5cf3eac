/** A payment method, or a partner, that an operator has switched off: no new payment starts, and open ones are completed. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/payments.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { operator } from '#tests/setup/operator.ts'
import { switchOff, switchOn } from '../reference/switches.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
const methods = ['method:sandbox.card', 'method:sandbox.bank']
afterEach(async () => {
  await turn('on')
  await turn('on', [], ['partner:sandbox'])
})

async function turn(to: 'on' | 'off', countries: string[] = [], names = methods): Promise<void> {
  for (const name of names)
    await (to === 'on' ? switchOn : switchOff)(
      { ...app.deps, actor: operator },
      { name, countries, reason: 'the acquirer has an outage' },
    )
  await app.deps.reference.reload()
}
const start = (player: TestPlayer) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'USD',
    amount: 20_000,
    accountId: player.accounts['USD'],
    fields: {},
  })
const withdraw = (player: TestPlayer, idempotencyKey: string) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'USD',
    amount: 5000,
    accountId: player.accounts['USD'],
    idempotencyKey,
    fields: {
      account_holder: 'Maria Muster',
      routing_number: '021000021',
      account_number: '123456789',
      account_type: 'checking',
    },
  })
const pay = async (invoiceId: string) => {
  app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')
  await app.settle()
}
type Direction = 'deposit' | 'withdrawal'
const list = async (player: TestPlayer, direction: Direction, more = ''): Promise<PaymentMethod[]> =>
  (await player.call('GET', `/api/payment/methods/${direction}?currency=USD${more}`)).body
const offered = async (player: TestPlayer, direction: Direction) =>
  (await list(player, direction)).map(({ method }) => method)
/** Every method of a list that is asked for paused ones as well, these with a mark. */
const marked = async (player: TestPlayer, direction: Direction) =>
  (await list(player, direction, '&withPaused=true')).map(
    ({ method, isPaused }) => `${method}${isPaused ? ' paused' : ''}`,
  )
const refused = {
  status: 422,
  body: { error: { name: 'methodNotOffered', message: 'Payments by this method are paused for now' } },
}

test('it is no longer offered, and new deposits and withdrawals are refused; open ones are credited and paid', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const [one, other] = [randomUUID(), randomUUID()]
  const later = (await start(player)).body.invoiceId
  await player.fund('USD', 5000n)
  const first = await withdraw(player, one)
  expect(first.status).toBe(200)
  await turn('off')
  expect(await offered(player, 'deposit')).not.toContain('sandbox.card')
  expect(await offered(player, 'withdrawal')).not.toContain('sandbox.bank')
  expect(await start(player)).toMatchObject(refused)
  expect(await withdraw(player, other)).toMatchObject(refused)
  // The request that was answered before gets its withdrawal again.
  expect((await withdraw(player, one)).body.id).toBe(first.body.id)
  const before = (await player.account('USD')).balance
  await pay(later)
  expect((await player.account('USD')).balance).toBe(before + 20_000)
  await turn('on')
  expect(await offered(player, 'deposit')).toContain('sandbox.card')
  expect((await start(player)).status).toBe(200)
})

test('a partner that is switched off offers nothing more; what was paid meanwhile is credited', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const later = (await start(player)).body.invoiceId
  await player.fund('USD', 5000n)
  await turn('off', [], ['partner:sandbox'])
  expect([await offered(player, 'deposit'), await offered(player, 'withdrawal')]).toEqual([[], []])
  expect(await start(player)).toMatchObject(refused)
  expect(await withdraw(player, randomUUID())).toMatchObject(refused)
  const before = (await player.account('USD')).balance
  await pay(later)
  expect((await player.account('USD')).balance).toBe(before + 20_000)
  await turn('on', [], ['partner:sandbox'])
  expect((await start(player)).status).toBe(200)
})

test.each(['deposit', 'withdrawal'] as const)(
  'a list of %s methods names what is paused only when asked, after what still works',
  async (direction) => {
    const player = await app.player({ currencies: ['EUR', 'USD'] })
    const all = await offered(player, direction)
    expect(await marked(player, direction)).toEqual(all)
    const [off] = all.filter((method) => methods.includes(`method:${method}`))
    await turn('off')
    const working = all.filter((method) => !methods.includes(`method:${method}`))
    expect(await offered(player, direction)).toEqual(working)
    expect((await marked(player, direction)).slice(0, working.length)).toEqual(working)
    expect(await marked(player, direction)).toContain(`${off} paused`)
    await turn('off', [], ['partner:sandbox'])
    expect(await offered(player, direction)).toEqual([])
    expect(await marked(player, direction)).toEqual(all.map((method) => `${method} paused`))
  },
)

test('switched off in one country, it is refused only to accounts of that country', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const { rows } = await app.asOwner('SELECT country FROM identity.players WHERE id = $1', [player.id])
  const home: string = rows[0].country
  await turn('off', [home === 'SE' ? 'NO' : 'SE'])
  expect((await start(player)).status).toBe(200)
  expect(await offered(player, 'deposit')).toContain('sandbox.card')
  await turn('on')
  await turn('off', [home])
  expect(await start(player)).toMatchObject(refused)
  expect(await offered(player, 'deposit')).not.toContain('sandbox.card')
})
