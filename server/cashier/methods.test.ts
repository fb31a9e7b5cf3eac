import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlayerCtx } from '#server/deps.ts'
import type { MethodsQuery, PaymentPartner } from '#server/partners/payments/port.ts'
import { depositMethods } from '#server/partners/payments/sandbox-methods.ts'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { pictureAddress } from '../reference/content/outside-pictures.ts'
import { listDepositMethods } from './deposits/list-deposit-methods.ts'
import { listWithdrawalMethods } from './payouts/list-withdrawal-methods.ts'

const branded = {
  ...depositMethods('USD')[0]!,
  method: 'choosy.card',
  fields: [],
  logo: 'https://cdn.example/card.svg',
}
let app: Cashier
const asked: MethodsQuery[] = []
const note = (query: MethodsQuery) => {
  asked.push(query)
  return query.currency === 'USD' ? [branded] : []
}
beforeAll(async () => {
  app = await cashier({
    env: { IMAGE_HOSTS: 'cdn.example' },
    alsoPayments: [
      { slug: 'choosy', depositMethods: note, withdrawalMethods: note } as Partial<PaymentPartner> as PaymentPartner,
    ],
  })
})
afterAll(() => app.close())
beforeEach(() => {
  asked.length = 0
})

// Shows: 7.4.2
test.each([
  ['deposit', listDepositMethods],
  ['withdrawal', listWithdrawalMethods],
])("partners are queried for %s methods of the requested country, or else of the caller's", async (_what, list) => {
  const { id } = await app.player()
  const ctx = {
    ...app.deps,
    caller: { country: 'DE', locale: 'en', player: { id, sessionId: '' } },
  } as unknown as PlayerCtx
  for (const named of [{}, { country: 'BR' }, { region: 'PT' }, { country: 'BR', region: 'PT' }])
    expect((await list(ctx, { currency: 'EUR', withPaused: false, ...named })).ok).toBe(true)
  const shown = await list(ctx, { currency: 'USD', withPaused: false })
  const logo = shown.ok && shown.value.find(({ method }) => method === branded.method)?.logo
  expect(logo, 'a logo on an allowed host is served by this site').toBe(pictureAddress(app.deps.settings, branded.logo))
  expect(logo).toMatch(/^\/images\//)
  asked.pop()
  expect(asked).toEqual(['DE', 'BR', 'PT', 'BR'].map((country) => ({ currency: 'EUR', country })))
})

type Paid = {
  player: string
  type: 1 | 2
  method: string
  currency?: string
  status?: number
  created?: number
  ended?: number | null
}
/** Minutes count from now backwards. */
async function paid({ player, type, method, currency = 'EUR', status = 2, created = 60, ended = 59 }: Paid) {
  const now = app.clock.now().getTime()
  const before = (minutes: number) => new Date(now - minutes * 60_000)
  await app.asOwner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, created_at, updated_at, ended_at)
    VALUES ($1, $2, $1, $3, $4, 'paid', 'sandbox', $5, $6, 100, $7, $7, $8)`,
    [randomUUID(), player, type, status, method, currency, before(created), ended === null ? null : before(ended)],
  )
}
const offered = async (player: Awaited<ReturnType<Cashier['player']>>, direction: string, currency = 'EUR') => {
  const { body } = await player.call('GET', `/api/payment/methods/${direction}?currency=${currency}&country=DE`)
  return (body as Array<{ method: string; isLastUsed?: boolean }>).map(({ method, isLastUsed }) =>
    isLastUsed ? `${method} (last used)` : method,
  )
}

test('the method of the last completed payment comes first and is marked, per direction and for this player alone', async () => {
  const [player, other] = [await app.player(), await app.player()]
  const asConfigured = await offered(player, 'deposit')
  expect(asConfigured.slice(0, 2)).toEqual(['sandbox.card', 'sandbox.instant'])
  await paid({ player: player.id, type: 1, method: 'sandbox.card', created: 100, ended: 99 })
  // The address was created first and paid to last.
  await paid({ player: player.id, type: 1, method: 'sandbox.wallet', created: 500, ended: 10 })
  await paid({ player: player.id, type: 1, method: 'sandbox.voucher', created: 5, ended: 4, status: 3 })
  await paid({ player: player.id, type: 1, method: 'sandbox.app', created: 3, ended: null, status: 1 })
  await paid({ player: player.id, type: 1, method: 'sandbox.gone', created: 2, ended: 1 })
  await paid({ player: player.id, type: 2, method: '0x.withdrawal.cash_agent' })
  expect(await offered(player, 'deposit')).toEqual([
    'sandbox.wallet (last used)',
    ...asConfigured.filter((method) => method !== 'sandbox.wallet'),
  ])
  expect(await offered(player, 'withdrawal')).toEqual([
    '0x.withdrawal.cash_agent (last used)',
    'sandbox.bank',
    // Money goes out the way it came in, beside the bank.
    'sandbox.card',
    'sandbox.wallet',
  ])
  expect(await offered(other, 'withdrawal')).toEqual(['sandbox.bank', '0x.withdrawal.cash_agent'])
  expect(await offered(other, 'deposit')).toEqual(asConfigured)
  // A card is the same one in another account.
  expect((await offered(player, 'deposit', 'USD'))[0]).toBe('sandbox.wallet (last used)')
  expect(await offered(player, 'deposit', 'BTC')).toEqual(['sandbox.crypto'])
})

test("measured payout times replace the definition's once there are enough of them", async () => {
  const player = await app.player()
  const arrival = async () => {
    app.clock.forward(60_000)
    const { body } = await player.call('GET', '/api/payment/methods/withdrawal?currency=USD&country=DE')
    return body.find(({ method }: { method: string }) => method === 'sandbox.bank').arrival
  }
  const defined = await arrival()
  expect(defined).toEqual({ fromSeconds: 86_400, toSeconds: 3 * 86_400 })
  const payout = {
    player: player.id,
    type: 2,
    method: 'sandbox.bank',
    currency: 'USD',
    created: 40,
    ended: 10,
  } as const
  for (let count = 1; count < 10; count++) await paid(payout)
  expect(await arrival()).toEqual(defined)
  await paid(payout)
  expect(await arrival()).toEqual({ fromSeconds: 1800, toSeconds: 1800 })
})

test('in Brazil Pix is first in both directions, no card is offered, and the CPF of a deposit is asked once', async () => {
  const player = await app.player({ currencies: ['BRL'] })
  const methods = async (direction: string) => {
    const { body } = await player.call('GET', `/api/payment/methods/${direction}?currency=BRL&country=BR`)
    return body as Array<{ method: string; fields: Array<{ key: string; value: string | null }> }>
  }
  const names = async (direction: string) => (await methods(direction)).map(({ method }) => method)
  expect(await names('deposit')).toEqual(['sandbox.pix', 'sandbox.wallet', 'sandbox.app', 'sandbox.voucher'])
  expect(await names('withdrawal')).toEqual(['sandbox.pix', 'sandbox.bank', '0x.withdrawal.cash_agent'])
  const cpf = async (direction: string) => (await methods(direction))[0]!.fields.map(({ key, value }) => [key, value])
  expect(await cpf('withdrawal')).toEqual([['cpf_number', null]])
  const request = {
    method: 'sandbox.pix',
    currency: 'BRL',
    country: 'BR',
    amount: 50_00,
    accountId: player.accounts.BRL,
    isBonusDecline: true,
  }
  const deposit = (fields: object) => player.call('POST', '/api/payment/invoices/deposit', { ...request, fields })
  expect((await deposit({ cpf_number: '111.111.111-11' })).body.error.name).toBe('fieldsInvalid')
  const { status, body } = await deposit({ cpf_number: '529.982.247-25' })
  expect([status, body.qr]).toEqual([
    200,
    expect.stringMatching(/^000201.*br\.gov\.bcb\.pix.*540550\.00.*6304[0-9A-F]{4}$/),
  ])
  for (const direction of ['deposit', 'withdrawal'])
    expect(await cpf(direction)).toEqual([['cpf_number', expect.stringContaining('529')]])
  const payment = app.sandbox.payments.byReference(body.invoiceId)!
  app.sandbox.payments.decide(payment.id, 'pay')
  await app.settle()
  expect(await player.account('BRL')).toMatchObject({ balance: 50_00 })
})
