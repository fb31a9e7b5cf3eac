/** What a partner reports of a payment is compared with what is booked of it, whatever came before. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { flaggedPayments, type Invoice } from '#tests/setup/flags.ts'

let app: Cashier
let player: TestPlayer
let flagged: ReturnType<typeof flaggedPayments>
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  player = await app.player()
  flagged = flaggedPayments(app, player)
})
afterEach(() => flagged.expectConsistentLedger())

const settled = { ok: true, value: { isRepeat: false } }
const [suspense, clearing] = ['house:suspense:EUR', 'clearing:sandbox:EUR'] as const
const report = (invoice: Invoice, amount: number | null, more: object = {}) =>
  flagged.reportDeposit(invoice, { amount: (amount === null ? null : BigInt(amount)) as never, ...more })
const excessOf = async ({ id }: Invoice) =>
  (
    await app.asOwner(
      'SELECT id, number, amount::int, currency, status::int, flag, external_id FROM payments.invoices WHERE excess_of = $1 ORDER BY created_at, external_id',
      [id],
    )
  ).rows as Array<Invoice & { amount: number; currency: string; status: number; flag: string; external_id: string }>
async function credited(): Promise<Invoice> {
  const invoice = await flagged.deposit()
  expect(await report(invoice, 5000)).toBe('credited')
  return invoice
}

test('a second payment after settlement waits in suspense, once, and is credited by a decision', async () => {
  const invoice = await credited()
  expect(
    await flagged.moved([suspense, clearing], async () => {
      expect(await report(invoice, 7000)).toBe('suspense: paid more')
      for (const amount of [7000, null]) expect(await report(invoice, amount)).toBe('credited already')
    }),
  ).toEqual([2000n, -2000n])
  expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
  const [excess] = await excessOf(invoice)
  expect(excess).toMatchObject({ amount: 2000, currency: 'EUR', status: 1, flag: 'paid more' })
  expect(await flagged.decisions(excess!)).toEqual(['credit', 'send-back', 'keep'])
  expect(await flagged.settle(excess!, 'credit')).toEqual(settled)
  expect(await report(invoice, 7000)).toBe('credited already')
  expect(await report(invoice, 7100)).toBe('suspense: paid more')
  const [, third] = await excessOf(invoice)
  expect(third).toMatchObject({ amount: 100 })
  expect(await flagged.settle(third!, 'send-back')).toEqual(settled)
  expect(await report(invoice, 7100)).toBe('credited already')
  expect(await flagged.money()).toEqual({ cash: 7000, held: 0 })
})

test('the rest of a partial payment is booked too, before and after the decision about the part', async () => {
  for (const isDecidedFirst of [true, false]) {
    const invoice = await flagged.deposit()
    expect(await report(invoice, 1000)).toBe('suspense: another amount')
    expect(await report(invoice, 1000)).toBe('waits for a person')
    if (isDecidedFirst) expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
    expect(await report(invoice, 5000)).toBe('suspense: paid more')
    const [excess] = await excessOf(invoice)
    expect(excess).toMatchObject({ amount: 4000 })
    if (!isDecidedFirst) expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
    expect(await flagged.settle(excess!, 'credit')).toEqual(settled)
    expect(await report(invoice, 5000)).toBe('credited already')
  }
  expect(await flagged.money()).toEqual({ cash: 10_000, held: 0 })
})

test('a report below what is booked, or in another currency, is flagged and moves nothing', async () => {
  const [less, other] = [await credited(), await credited()]
  expect(
    await flagged.moved([suspense, clearing], async () => {
      expect(await report(less, 1000)).toBe('flagged: paid less')
      expect(await report(less, 5000)).toBe('credited already')
      expect(await report(other, 6000, { currency: 'USD' })).toBe('flagged: another currency')
      expect(await report(other, 6000, { currency: 'USD' })).toBe('flagged: another currency')
    }),
  ).toEqual([0n, 0n])
  expect(await flagged.decisions(less)).toEqual(['dismiss'])
  expect(await flagged.settle(less, 'dismiss')).toEqual(settled)
  // Dismissed, it may still be true.
  expect(await report(less, 1000)).toBe('flagged: paid less')
  expect(await flagged.decisions(other)).toEqual(['charge-house', 'charge-player', 'dismiss'])
  expect(await flagged.money()).toEqual({ cash: 10_000, held: 0 })
})

test('money at a payment that the partner calls failed waits in suspense, once, before and after it failed here', async () => {
  for (const isFailed of [false, true]) {
    const invoice = await flagged.deposit()
    if (isFailed) expect(await report(invoice, 5000, { state: 'failed' })).toBe('failed')
    const paid = { state: 'failed', received: 3000n }
    expect(await report(invoice, 5000, paid)).toBe('suspense: paid though failed')
    expect(await report(invoice, 5000, paid)).toBe('waits for a person')
    expect(await flagged.decisions(invoice)).toEqual(['credit', 'send-back', 'keep'])
    expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
    expect(await report(invoice, 5000, paid)).toBe('credited already')
  }
  expect(await flagged.money()).toEqual({ cash: 6000, held: 0 })
})

test('money at a second payment that the partner calls failed waits in suspense, once, until it is taken back', async () => {
  for (const isTakenBack of [false, true]) {
    const invoice = await credited()
    const second = { state: 'failed', received: 3000n as never, externalId: `second of ${invoice.number}` } as const
    expect(
      await flagged.moved([suspense, clearing], async () => {
        expect(await report(invoice, 5000, second)).toBe('suspense: paid though failed')
        for (let turn = 0; turn < 2; turn++) expect(await report(invoice, 5000, second)).toBe('waits for a person')
      }),
    ).toEqual([3000n, -3000n])
    const [own] = await excessOf(invoice)
    expect(own).toMatchObject({ amount: 3000, status: 1, flag: 'paid though failed' })
    expect(await flagged.decisions(own!)).toEqual(['credit', 'send-back', 'keep'])
    if (isTakenBack) {
      expect(await report(invoice, 5000, { ...second, received: null })).toBe('failed in suspense')
      expect(await flagged.decisions(own!)).toEqual(['send-back'])
      continue
    }
    expect(await flagged.settle(own!, 'credit')).toEqual(settled)
    expect(await report(invoice, 5000, second)).toBe('credited already')
    expect(await report(invoice, 3000, { externalId: second.externalId })).toBe('credited already')
    expect(await excessOf(invoice)).toHaveLength(1)
  }
  expect(await flagged.money()).toEqual({ cash: 13_000, held: 0 })
})

test('money in suspense stays there when the partner calls the payment failed and holds it, and what it has more is added', async () => {
  const invoice = await flagged.deposit()
  const paid = (received: bigint) => ({ state: 'failed', received }) as const
  expect(await report(invoice, 3000)).toBe('suspense: another amount')
  expect(await report(invoice, 5000, paid(3000n))).toBe('waits for a person')
  expect(await flagged.decisions(invoice)).toEqual(['credit', 'send-back', 'keep'])
  expect(await report(invoice, 5000, paid(4000n))).toBe('suspense: paid more')
  expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
  expect(await report(invoice, 5000, paid(4500n))).toBe('suspense: paid more')
  expect(await excessOf(invoice)).toMatchObject([{ amount: 1000 }, { amount: 500 }])
  expect(await flagged.money()).toEqual({ cash: 3000, held: 0 })
})

test('after a reversal the partner has a part of the deposit again: it waits in suspense, once, and can be credited', async () => {
  const invoice = await credited()
  await report(invoice, 5000, { state: 'failed' })
  expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
  expect(await report(invoice, 3000)).toBe('suspense: paid less')
  expect(await report(invoice, 3000)).toBe('credited already')
  const [part] = await excessOf(invoice)
  expect(part).toMatchObject({ amount: 3000, flag: 'paid less' })
  expect(await flagged.decisions(part!)).toEqual(['credit', 'send-back', 'keep'])
  expect(await flagged.settle(part!, 'credit')).toEqual(settled)
  expect(await report(invoice, 5000)).toBe('suspense: paid less')
  expect(await excessOf(invoice)).toMatchObject([{ amount: 3000 }, { amount: 2000 }])
  expect(await flagged.money()).toEqual({ cash: 3000, held: 0 })
})

test('a report below what is in suspense is found in the history of the flag', async () => {
  const invoice = await flagged.deposit()
  await report(invoice, 7000)
  for (let turn = 0; turn < 2; turn++) expect(await report(invoice, 6000)).toBe('flagged: paid less')
  const { rows } = await app.asOwner(
    "SELECT note FROM payments.invoice_events WHERE invoice_id = $1 AND note LIKE 'the partner reports%'",
    [invoice.id],
  )
  expect(rows).toEqual([{ note: 'the partner reports 6000 subunits of EUR' }])
  expect((await flagged.row(invoice))!.flag).toBe('another amount')
})

test('after a reversal the partner has the deposit and more: the one is flagged, the other in suspense', async () => {
  const invoice = await credited()
  await report(invoice, 5000, { state: 'failed' })
  expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
  for (let turn = 0; turn < 2; turn++) expect(await report(invoice, 7000)).toMatch(/paid (more|after reversal)/)
  const excess = await excessOf(invoice)
  expect(excess).toMatchObject([{ amount: 2000, flag: 'paid more' }])
  expect((await flagged.row(invoice))!.flag).toBe('paid after reversal')
  expect(await flagged.settle(invoice, 'give-back')).toEqual(settled)
  expect(await flagged.settle(excess[0]!, 'credit')).toEqual(settled)
  expect(await report(invoice, 7000)).toBe('credited already')
  expect(await flagged.money()).toEqual({ cash: 7000, held: 0 })
})

test('a payment that fails after it was paid twice takes the excess with it', async () => {
  const [waiting, decided] = [await credited(), await credited()]
  for (const invoice of [waiting, decided]) expect(await report(invoice, 7000)).toBe('suspense: paid more')
  await flagged.settle((await excessOf(decided))[0]!, 'credit')
  for (const invoice of [waiting, decided]) await report(invoice, 7000, { state: 'failed' })
  expect(await flagged.decisions((await excessOf(waiting))[0]!)).toEqual(['send-back'])
  expect(await flagged.decisions((await excessOf(decided))[0]!)).toEqual(['charge-house', 'charge-player', 'dismiss'])
  for (const invoice of [waiting, decided])
    expect(await flagged.decisions(invoice)).toEqual(['charge-house', 'charge-player', 'dismiss'])
})

test('of ten reports at once, one books the excess', async () => {
  const invoice = await credited()
  expect(
    await flagged.moved([suspense], () => Promise.all(Array.from({ length: 10 }, () => report(invoice, 7000)))),
  ).toEqual([2000n])
  expect(await excessOf(invoice)).toHaveLength(1)
})

test('another payment for the same deposit is a deposit of its own, and is compared by itself', async () => {
  const invoice = await credited()
  const second = { externalId: 'second payment' }
  expect(await report(invoice, 3000, { ...second, state: 'confirming' })).toBe('another payment of this invoice')
  expect(await report(invoice, 3000, second)).toBe('suspense: paid more')
  expect(await report(invoice, 3000, second)).toBe('waits for a person')
  const [own] = await excessOf(invoice)
  expect(own).toMatchObject({ amount: 3000, external_id: 'second payment' })
  expect(await flagged.settle(own!, 'credit')).toEqual(settled)
  expect(await report(invoice, 3500, second)).toBe('suspense: paid more')
  expect(await excessOf(own!)).toMatchObject([{ amount: 500 }])
  expect(await report(invoice, 5000)).toBe('credited already')
  expect(await flagged.money()).toEqual({ cash: 8000, held: 0 })
})

test('an amount that is named after a success without one is booked', async () => {
  const invoice = await flagged.deposit()
  expect(await report(invoice, null)).toBe('suspense: no amount')
  expect(await report(invoice, 5000)).toBe('suspense: paid more')
  expect(await flagged.settle((await excessOf(invoice))[0]!, 'credit')).toEqual(settled)
  expect(await flagged.settle(invoice, 'dismiss')).toEqual(settled)
  expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
})

test('late, credited or cancelled: the excess of a late payment is booked beside it', async () => {
  const invoice = await flagged.deposit()
  await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)
  expect(await report(invoice, 5000)).toBe('credited late')
  expect(await report(invoice, 7000)).toBe('suspense: paid more')
  expect(await report(invoice, 7000)).toBe('credited already')
  expect(await excessOf(invoice)).toMatchObject([{ amount: 2000, flag: 'paid more' }])
})
