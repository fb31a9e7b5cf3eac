/**
 * Withdrawals whose outcome differs between partner and ledger are settled by one movement, once, and every invariant
 * holds afterwards.
 */
import { operator } from '#tests/setup/operator.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { type Decision, flaggedPayments, type Invoice } from '#tests/setup/flags.ts'
import { sendPayouts } from './send-payouts.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { flagWithdrawal } from '../flags/flag-withdrawal.ts'
import { readMovements } from '../../ledger/index.ts'
import { readFlags } from '../flags/read-flagged.ts'

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
const purse = () => `player:${player.id}:cash:EUR`
const [clearing, losses] = ['clearing:sandbox:EUR', 'house:losses:EUR'] as const

describe('a withdrawal', () => {
  beforeEach(() => player.fund('EUR', 10_000n))

  async function paidAfterReturn(): Promise<Invoice> {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { state: 'failed' })
    expect(await flagged.reportPayout(invoice, {})).toBe('flagged: paid after return')
    return invoice
  }

  // Shows: attack 97
  test.each<[Decision, bigint, number]>([
    ['charge-house', -10_000n, 10_000],
    ['charge-player', 0n, 0],
  ])(
    'paid after it was returned, %s: booked once, however often the partner repeats it',
    async (decision, ofOperator, left) => {
      const invoice = await paidAfterReturn()
      expect(await flagged.moved([losses, clearing], () => flagged.settle(invoice, decision))).toEqual([
        ofOperator,
        10_000n,
      ])
      expect(await flagged.money()).toEqual({ cash: left, held: 0 })
      expect(await flagged.row(invoice)).toMatchObject({ status: 3, stage: 'returned' })
      expect((await flagged.row(invoice)).flag).toBeNull()
      await flagged.expectOnRecord(invoice, decision)
      expect(
        await flagged.moved([losses, clearing], async () => {
          expect(await flagged.reportPayout(invoice, {})).toBe('final already')
          expect(await flagged.settle(invoice, decision)).toEqual({ ok: true, value: { isRepeat: true } })
        }),
      ).toEqual([0n, 0n])
    },
  )

  test('whose status the partner repeats gets no second step', async () => {
    const invoice = await flagged.withdrawal()
    expect(await flagged.reportPayout(invoice, { state: 'review' })).toBe('nothing new')
    expect(await flagged.reportPayout(invoice, { state: 'sent' })).toBe('sent')
    expect(await flagged.reportPayout(invoice, { state: 'sent' })).toBe('nothing new')
    expect(await flagged.reportPayout(invoice, { state: 'review' })).toBe('nothing new')
    expect((await flagged.row(invoice)).stage).toBe('sent')
  })

  // Shows: attack 98
  test('paid after it was returned is charged to what is there, and the rest is owed', async () => {
    const invoice = await paidAfterReturn()
    await flagged.withdrawal(5000)
    expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
    expect(await flagged.money()).toEqual({ cash: 0, held: 5000 })
    expect((await flagged.row(invoice)).debt).toBe(5000)
    expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('flagged: failed after success')
    expect(await flagged.moved([losses], () => flagged.settle(invoice, 'give-back'))).toEqual([0n])
    expect(await flagged.money()).toEqual({ cash: 5000, held: 5000 })
    expect((await flagged.row(invoice)).debt).toBe(0)
  })

  test('wrongly reported is dismissed, and flagged again if the report is repeated', async () => {
    const invoice = await paidAfterReturn()
    expect(await flagged.settle(invoice, 'dismiss')).toEqual(settled)
    expect(await flagged.reportPayout(invoice, {})).toBe('flagged: paid after return')
    expect(await flagged.moved([losses, clearing], () => flagged.settle(invoice, 'charge-house'))).toEqual([
      -10_000n,
      10_000n,
    ])
  })

  // Shows: attack 7
  test('that failed after its success is returned once, and stays recorded as paid', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, {})
    expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('flagged: failed after success')
    expect(await flagged.decisions(invoice)).toEqual(['give-back', 'dismiss'])
    expect(await flagged.moved([clearing], () => flagged.settle(invoice, 'give-back'))).toEqual([-10_000n])
    expect(await flagged.money()).toEqual({ cash: 10_000, held: 0 })
    expect(await flagged.row(invoice)).toMatchObject({ status: 2, stage: 'paid' })
    expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('final already')
  })

  // Shows: attack 104
  test('paid after it was returned and charged, but not paid after all: each gets back what it bore, every time', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { state: 'failed' })
    for (const [charge, ofOperator, left] of [
      ['charge-player', 0n, 0],
      ['charge-house', 10_000n, 10_000],
      ['charge-player', 0n, 0],
    ] as const) {
      expect(await flagged.reportPayout(invoice, {})).toBe('flagged: paid after return')
      expect(await flagged.decisions(invoice)).toEqual(['charge-house', 'charge-player', 'dismiss'])
      await flagged.settle(invoice, charge)
      expect(await flagged.money()).toEqual({ cash: left, held: 0 })
      expect(await flagged.reportPayout(invoice, {})).toBe('final already')
      expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('flagged: failed after success')
      expect(await flagged.decisions(invoice)).toEqual(['give-back', 'dismiss'])
      const moved = await flagged.moved([losses, clearing], () => flagged.settle(invoice, 'give-back'))
      expect(moved).toEqual([ofOperator, -10_000n])
      expect(await flagged.money()).toEqual({ cash: 10_000, held: 0 })
      expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('final already')
    }
  })

  // Shows: attack 104
  test('that failed after its success, and was paid after all, is charged to whom an operator names', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, {})
    await flagged.reportPayout(invoice, { state: 'failed' })
    await flagged.settle(invoice, 'give-back')
    expect(await flagged.reportPayout(invoice, {})).toBe('flagged: paid after return')
    expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
    expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    expect(await flagged.row(invoice)).toMatchObject({ status: 2, stage: 'paid', flag: null })
  })

  test('of which a single cent was paid and returned credits that cent', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { amount: 1n as never })
    await flagged.settle(invoice, 'charge-house')
    expect(await flagged.money()).toEqual({ cash: 9999, held: 0 })
    expect(await flagged.reportPayout(invoice, { state: 'failed', amount: 1n as never })).toBe(
      'flagged: failed after success',
    )
    expect(await flagged.moved([clearing], () => flagged.settle(invoice, 'give-back'))).toEqual([-1n])
    expect(await flagged.money()).toEqual({ cash: 10_000, held: 0 })
  })

  test.each<[string, Decision, bigint, bigint, number]>([
    ['less than asked', 'charge-house', 6000n, 0n, 4000],
    ['less than asked', 'charge-player', 6000n, 0n, 4000],
    ['more than asked', 'charge-house', 12_000n, -2000n, 0],
    ['more than asked', 'charge-player', 12_000n, 0n, 1000],
  ])(
    'paid with %s, %s: the held amount is spent as far as it was paid',
    async (_, decision, paid, ofOperator, left) => {
      if (left === 1000) await player.fund('EUR', 3000n)
      const invoice = await flagged.withdrawal()
      expect(await flagged.reportPayout(invoice, { amount: paid as never })).toBe('flagged: paid another amount')
      expect(await flagged.moved([losses, clearing], () => flagged.settle(invoice, decision))).toEqual([
        ofOperator,
        paid,
      ])
      expect(await flagged.money()).toEqual({ cash: left, held: 0 })
      expect(await flagged.row(invoice)).toMatchObject({ status: 2, stage: 'paid', amount: 10_000, flag: null })
      expect(
        (await app.asOwner('SELECT state FROM payments.payouts WHERE invoice_id = $1', [invoice.id])).rows,
      ).toEqual([{ state: 'closed' }])
      expect(await flagged.reportPayout(invoice, { amount: paid as never })).toBe('final already')
    },
  )

  test('paid with more than requested, which the cash does not cover: the rest is owed', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { amount: 12_000n as never })
    expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
    expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    expect((await flagged.row(invoice)).debt).toBe(2000)
  })

  test('paid in another currency: the operator bears the difference, never the player', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { amount: 11_000n as never, currency: 'USD' })
    expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ refusal: 'anotherCurrency' })
    expect(
      await flagged.moved([losses, clearing, 'house:losses:USD', 'clearing:sandbox:USD'], () =>
        flagged.settle(invoice, 'charge-house'),
      ),
    ).toEqual([10_000n, 0n, -11_000n, 11_000n])
    expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    // Nothing was paid in the currency that would be returned.
    expect(await flagged.reportPayout(invoice, { state: 'failed' })).toBe('flagged: failed after success')
    expect(
      await flagged.moved([losses, clearing], async () =>
        expect(await flagged.settle(invoice, 'give-back')).toMatchObject({ refusal: 'nothingPaid' }),
      ),
    ).toEqual([0n, 0n])
  })

  test('with a wrongly reported amount continues once the flag is dismissed', async () => {
    const invoice = await flagged.withdrawal()
    await flagged.reportPayout(invoice, { amount: 12_000n as never })
    await flagged.settle(invoice, 'dismiss')
    expect(await flagged.reportPayout(invoice, {})).toBe('paid out')
    expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
  })

  test('that was never sent but reported: settled as reported, or decided like any other', async () => {
    await player.fund('EUR', 400_000n)
    const [known, wrong] = [await flagged.withdrawal(200_000, false), await flagged.withdrawal(200_000, false)]
    for (const invoice of [known, wrong])
      expect(await flagged.reportPayout(invoice, { amount: 200_000n as never })).toBe(
        'flagged: report on an unsent payout',
      )
    expect(await flagged.settle(known, 'charge-house')).toEqual(settled)
    expect(await flagged.row(known)).toMatchObject({ status: 2, stage: 'paid' })
    expect(await flagged.settle(wrong, 'dismiss')).toEqual(settled)
    expect(
      (
        await decideWithdrawal(
          { ...app.deps, actor: operator },
          { number: wrong.number, decision: 'declined', reason: 'no' },
        )
      ).ok,
    ).toBe(true)
    expect(await flagged.money()).toEqual({ cash: 210_000, held: 0 })
  })

  test('that is stuck at its partner is flagged: an operator enters the amount, or the hold is returned', async () => {
    const invoice = await flagged.withdrawal(5000)
    expect(
      (await flagWithdrawal({ ...app.deps, actor: operator }, { number: invoice.number, reason: 'stuck' })).ok,
    ).toBe(true)
    expect(
      (
        await app.asOwner("SELECT detail FROM identity.audit WHERE action = 'flag-raised' AND player_id = $1", [
          player.id,
        ])
      ).rows,
    ).toEqual([{ detail: { invoice: invoice.number, reason: 'stuck' } }])
    expect(
      await flagWithdrawal({ ...app.deps, actor: operator }, { number: invoice.number, reason: 'stuck' }),
    ).toMatchObject({
      refusal: 'flaggedAlready',
    })
    expect((await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)).body.error.name).toBe(
      'invoiceInProgress',
    )
    expect(await flagged.settle(invoice, 'charge-house')).toMatchObject({ refusal: 'amountUnknown' })
    expect(await flagged.settle(invoice, 'charge-house', { paid: 5000n })).toEqual(settled)
    expect(
      await flagWithdrawal({ ...app.deps, actor: operator }, { number: invoice.number, reason: 'again' }),
    ).toMatchObject({
      refusal: 'notOpen',
    })

    const second = await flagged.withdrawal(5000)
    await flagWithdrawal({ ...app.deps, actor: operator }, { number: second.number, reason: 'stuck' })
    expect(await flagged.settle(second, 'give-back')).toEqual(settled)
    expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
    expect(await flagged.reportPayout(second, { amount: 5000n as never })).toBe('flagged: paid after return')
  })

  test('paid without a reported amount: an operator gives it', async () => {
    const invoice = await flagged.withdrawal()
    expect(await flagged.reportPayout(invoice, { amount: null })).toBe('flagged: paid another amount')
    expect(await flagged.settle(invoice, 'charge-house')).toMatchObject({ refusal: 'amountUnknown' })
    expect(await flagged.moved([clearing], () => flagged.settle(invoice, 'charge-house', { paid: 7000n }))).toEqual([
      7000n,
    ])
    expect(await flagged.money()).toEqual({ cash: 3000, held: 0 })
  })

  test('shows every flag it had, and every movement of it', async () => {
    const invoice = await paidAfterReturn()
    await flagged.settle(invoice, 'charge-house')
    expect(await readFlags(app.deps.db.kysely, invoice.id)).toMatchObject([
      {
        flag: 'paid after return',
        state: 'succeeded',
        amount: 10_000n,
        decision: 'charge-house',
        reason: 'looked into it',
      },
    ])
    const movements = await readMovements(app.deps.db.kysely, { kind: 'invoice', id: invoice.id })
    expect(movements.map(({ kind, from, to, amount }) => [kind, from, to, amount])).toEqual([
      ['withdrawal-hold', purse(), `player:${player.id}:held:EUR`, 10_000n],
      ['withdrawal-returned', `player:${player.id}:held:EUR`, purse(), 10_000n],
      ['withdrawal-corrected', losses, clearing, 10_000n],
    ])
  })
})

describe('a deposit that its partner reverses', () => {
  const review = async ({ number }: Invoice) =>
    (
      await app.asOwner('SELECT status::int, stage, review, review_reasons FROM payments.invoices WHERE number = $1', [
        number,
      ])
    ).rows[0]
  const decide = ({ number }: Invoice, decision: 'approved' | 'declined') =>
    decideWithdrawal({ ...app.deps, actor: operator }, { number, decision, reason: 'checked' })
  const paidIn = async () => {
    const invoice = await flagged.deposit()
    expect(await flagged.reportDeposit(invoice, {})).toBe('credited')
    return invoice
  }

  // Shows: attack 106
  test('before a withdrawal is sent: it goes to review, and is approved once or returned and charged', async () => {
    const invoice = await paidIn()
    const [first, second] = [await flagged.withdrawal(2000, false), await flagged.withdrawal(3000, false)]
    await flagged.reportDeposit(invoice, { state: 'failed' })
    await sendPayouts(app.deps)
    for (const each of [first, second]) {
      expect(app.sandbox.payouts.byReference(each.id)).toBeUndefined()
      expect(await review(each)).toEqual({ status: 1, stage: 'review', review: 'open', review_reasons: ['flagged'] })
    }
    expect(await decide(first, 'declined')).toMatchObject({ ok: true })
    expect(await decide(second, 'approved')).toMatchObject({ ok: true })
    await sendPayouts(app.deps)
    expect(app.sandbox.payouts.byReference(second.id)).toMatchObject({ amount: '30.00' })
    expect(await flagged.money()).toEqual({ cash: 2000, held: 3000 })
  })

  // Shows: attack 106
  test('while a withdrawal is in review: its reasons say so; what was sent or approved continues', async () => {
    const auto = app.deps.settings.withdrawals.autoLimit
    const invoice = await paidIn()
    const sent = await flagged.withdrawal(2000)
    app.deps.settings.withdrawals.autoLimit = 0
    const approved = await flagged.withdrawal(2000, false)
    expect(await decide(approved, 'approved')).toMatchObject({ ok: true })
    const waiting = await flagged.withdrawal(1000, false)
    app.deps.settings.withdrawals.autoLimit = auto
    await flagged.reportDeposit(invoice, { state: 'failed' })
    expect(await review(waiting)).toMatchObject({ stage: 'review', review_reasons: ['amount', 'flagged'] })
    expect(await review(approved)).toMatchObject({ stage: 'approved', review: 'approved' })
    expect(await review(sent)).toMatchObject({ review: null })
  })

  // Shows: attack 106, pair deposit/withdrawal
  test('at once with withdrawals, their payouts and a cancellation: sent before it, or reviewed', async () => {
    for (let turn = 0; turn < 3; turn++) {
      player = await app.player()
      flagged = flaggedPayments(app, player)
      const invoice = await paidIn()
      const queued = await flagged.withdrawal(2000, false)
      await Promise.all([
        flagged.reportDeposit(invoice, { state: 'failed' }),
        sendPayouts(app.deps),
        flagged.withdrawal(2500, false),
        ...(turn % 2 ? [player.call('PUT', `/api/payment/invoices/${queued.id}/decline`)] : []),
      ])
      const { rows } = await app.asOwner(
        `SELECT invoice.id, status::int, review, payout.state FROM payments.invoices AS invoice
         LEFT JOIN payments.payouts AS payout ON payout.invoice_id = invoice.id
         WHERE player_id = $1 AND type = 2 AND status = 1`,
        [player.id],
      )
      for (const row of rows) expect(row.review === 'open' ? row.state : (row.state ?? 'none')).not.toBe('queued')
      await flagged.expectConsistentLedger()
    }
  })
})
