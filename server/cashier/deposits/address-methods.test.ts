/** Deposit methods that give an address, with and without networks, and forms with a network field. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ok, refuse } from '#contract/endpoint.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { OpenPayment, PaymentPartner } from '#server/partners/payments/port.ts'
import { depositMethods } from '#server/partners/payments/sandbox-methods.ts'
import { countWaiting } from '#tests/setup/lock-waits.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { operator } from '#tests/setup/operator.ts'
import { lockWallets } from '../../ledger/lock-wallets.ts'
import { ImpossibleMove } from '../../kernel/machine.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { setStatus } from '../../identity/sessions/set-status.ts'
import { lockInvoice, moveInvoice } from '../internal/invoices.ts'
import { cancelDeposits } from './cancel-deposits.ts'
import { endOpenDeposits } from './end-open-deposits.ts'
import { settleDeposit } from './settle-deposit.ts'

let app: Cashier
let player: TestPlayer
const opened: OpenPayment[] = []
/** Runs before the partner responds, because its webhook can arrive first. */
let meanwhile: (request: OpenPayment) => Promise<'opened' | 'refused'>

const [address] = depositMethods('USDT') as [PaymentMethod]
const plainAddress = { ...address, method: 'plain.address', fields: [] }
const form: PaymentMethod = { ...address, method: 'plain.form', type: 'form', processingType: 'message' }
const partner = {
  slug: 'plain',
  depositMethods: ({ currency }) => (currency === 'USDT' ? [plainAddress, form] : []),
  withdrawalMethods: () => [],
  methodNames: () => ({ en: 'Plain' }),
  async openPayment(request) {
    opened.push(request)
    if ((await meanwhile(request)) === 'refused') return refuse('refused')
    const given = { action: null, fields: {}, qr: null, tag: null }
    return ok({ ...given, externalId: `plain-${request.invoiceId}`, address: `address-${request.accountId}` })
  },
} as Partial<PaymentPartner> as PaymentPartner

beforeAll(async () => {
  app = await cashier({ alsoPayments: [partner] })
})
afterAll(() => app.close())
beforeEach(async () => {
  opened.length = 0
  meanwhile = async () => 'opened'
  player = await app.player({ currencies: ['USDT'] })
})

const start = (wish: Record<string, unknown>) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'plain.address',
    currency: 'USDT',
    amount: plainAddress.amountMin,
    accountId: player.accounts['USDT'],
    fields: {},
    ...wish,
  })
const rows = async (): Promise<Loose[]> =>
  (await app.asOwner('SELECT * FROM payments.invoices WHERE player_id = $1 ORDER BY created_at', [player.id])).rows
const report = (invoiceId: string, amount: number) =>
  app.deps.db.transaction((tx) =>
    settleDeposit(app.deps, tx, 'plain', {
      subject: 'payment',
      invoiceId,
      externalId: `plain-${invoiceId}`,
      state: 'succeeded',
      amount: BigInt(amount) as never,
      currency: 'USDT',
      isTagWrong: false,
    }),
  )

test('an address without networks is returned, the same for twenty concurrent requests, and credited', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => start({})))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.invoiceId)).size).toBe(1)
  expect(answers[0]!.body.address).toBe(`address-${player.accounts['USDT']}`)
  expect(await rows()).toHaveLength(1)
  const amount = plainAddress.amountMin + 7
  expect(await report(answers[0]!.body.invoiceId, amount)).toBe('credited')
  expect((await player.account('USDT')).balance).toBe(amount)
  const next = await start({})
  expect(next.body.invoiceId).not.toBe(answers[0]!.body.invoiceId)
})

test("a payment to it outside the method's range is put in suspense", async () => {
  const { body } = await start({})
  expect(await report(body.invoiceId, plainAddress.amountMax + 1)).toBe('suspense: amount outside the limits')
})

// Shows: 5.9.1
test('a form with networks requires one, and uses its range instead of the widest', async () => {
  const { options } = form.fields.find(({ key }) => key === 'crypto_network')!
  expect((await start({ method: 'plain.form' })).body.error.fields).toHaveProperty('crypto_network')
  const widest = Math.max(...options.map(({ maxAmount }) => maxAmount!))
  for (const { id, minAmount, maxAmount } of options) {
    const ask = (amount: number) => start({ method: 'plain.form', amount, fields: { crypto_network: id } })
    for (const amount of [minAmount!, maxAmount!]) expect((await ask(amount)).status, `${id} ${amount}`).toBe(200)
    for (const amount of [minAmount! - 1, maxAmount! + 1]) {
      const { status, body } = await ask(amount)
      expect([status, body.error.name], `${id} ${amount}`).toEqual([422, 'amountOutOfRange'])
    }
  }
  expect(
    options.some(({ maxAmount }) => maxAmount! < widest) ||
      options.some(({ minAmount }) => minAmount! > form.amountMin),
  ).toBe(true)
})

test('a refusal after money arrived leaves the invoice to the operator who decides about it', async () => {
  meanwhile = async ({ invoiceId }) => {
    await report(invoiceId, form.amountMin + 1)
    return 'refused'
  }
  const [network] = form.fields.find(({ key }) => key === 'crypto_network')!.options
  const { status } = await start({
    method: 'plain.form',
    amount: network!.maxAmount,
    fields: { crypto_network: network!.id },
  })
  expect(status).toBe(422)
  const [row] = await rows()
  expect(row).toMatchObject({ status: 1, stage: 'review' })
  expect(row.flag).not.toBeNull()
})

test('a move that the table does not contain throws and stores nothing', async () => {
  const { body } = await start({})
  await report(body.invoiceId, plainAddress.amountMin)
  const [before] = await rows()
  for (const change of [
    { move: 'declined', by: 'player' },
    { move: 'paid', by: 'partner' },
    { move: 'queried', by: 'system' },
    { flag: null, by: 'operator' },
    { flag: 'odd', by: 'player' },
  ] as const)
    await expect(
      app.deps.db.transaction(async (tx) =>
        moveInvoice(app.deps, tx, (await lockInvoice(tx, body.invoiceId))!, change),
      ),
    ).rejects.toThrow(ImpossibleMove)
  expect((await rows())[0]).toEqual(before)
})

const closeAccountOf = async ({ id }: TestPlayer) => {
  const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [id])
  return closeAccount(contextOf(app.deps, { id, sessionId: rows[0].id }, { country: 'DE' }), {})
}
const limit = (wish: Record<string, unknown>) => player.call('POST', '/api/player/limits', wish)

test.each<[string, () => Promise<unknown>, string]>([
  ['closes the account', () => closeAccountOf(player), 'suspense: paid after closure'],
  ['takes a break', () => limit({ definition: 5, period: '1-day' }), 'suspense: paid while excluded'],
  [
    'is blocked',
    () => setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status: 'blocked', reason: 'test' }),
    'suspense: paid while blocked',
  ],
])('a payment that is reported while its player %s waits for that, without a deadlock', async (_what, end, outcome) => {
  const { body } = await start({})
  const waiting = (count: number) =>
    expect.poll(() => countWaiting({ asOwner: app.asOwner }), { interval: 5 }).toBe(count)
  const deadlocks = app.deps.db.deadlocks()
  const { ended, reported } = await app.deps.db.transaction(async (tx) => {
    await lockWallets(tx, player.id)
    const ended = end()
    await waiting(1)
    const reported = report(body.invoiceId, plainAddress.amountMin)
    await waiting(2)
    return { ended, reported }
  })
  await ended
  expect(await reported).toBe(outcome)
  expect(app.deps.db.deadlocks() - deadlocks).toBe(0)
})

// Shows: change 24
test('an address that is given up where its partner is missing is decided by a process that has the partner', async () => {
  const { body } = await start({})
  const { partners } = app.deps
  const end = (payments: PaymentPartner[]) =>
    app.deps.db.transaction((tx) =>
      endOpenDeposits({ ...app.deps, partners: { ...partners, payments } }, tx, player.id, 'excluded'),
    )
  await end([])
  const queued = async () =>
    (await app.asOwner('SELECT attempts, ended_at FROM payments.cancellations WHERE invoice_id = $1', [body.invoiceId]))
      .rows
  expect(await queued()).toEqual([{ attempts: 0, ended_at: null }])
  // This partner cannot close an address.
  await cancelDeposits(app.deps)
  expect(await queued()).toEqual([{ attempts: 1, ended_at: expect.any(Date) }])
})
