/** Flagged deposits are settled by one movement, once, and every invariant holds afterwards. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { closePlayer } from '../../identity/players/players.ts'
import { type Decision, flaggedPayments, type Invoice } from '#tests/setup/flags.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { operator } from '#tests/setup/operator.ts'
import { setRate } from '../../reference/set-rate.ts'
import { clearDebt } from '../debts/clear-debt.ts'

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
const [suspense, clearing, losses, unclaimed, debts] = [
  'house:suspense:EUR',
  'clearing:sandbox:EUR',
  'house:losses:EUR',
  'house:unclaimed:EUR',
  'house:payment-debts:EUR',
] as const
async function parked(
  report: Parameters<typeof flagged.reportDeposit>[1] = { amount: 7000n as never },
): Promise<Invoice> {
  const invoice = await flagged.deposit()
  expect(await flagged.reportDeposit(invoice, report)).toMatch(/^suspense: /)
  return invoice
}

describe('money in suspense', () => {
  test('credited: the deposit succeeds with the amount received, counts towards turnover and limits, and the player is notified', async () => {
    const invoice = await parked()
    expect(await flagged.decisions(invoice)).toEqual(['credit', 'send-back', 'keep'])
    expect(await flagged.moved([suspense, clearing], () => flagged.settle(invoice, 'credit'))).toEqual([-7000n, 0n])
    expect(await flagged.row(invoice)).toMatchObject({ status: 2, stage: 'paid', amount: 7000 })
    expect(await flagged.money()).toEqual({ cash: 7000, held: 0 })
    expect((await app.asOwner('SELECT key FROM messages.messages WHERE player_id = $1', [player.id])).rows).toEqual([
      { key: 'invoice.depositSuccess' },
    ])
    expect(
      (await app.asOwner('SELECT amount::int, is_credited FROM limits.deposits WHERE invoice_id = $1', [invoice.id]))
        .rows,
    ).toEqual([{ amount: 7000, is_credited: true }])
    expect((await flagged.row(invoice)).flag).toBeNull()
    await flagged.expectOnRecord(invoice, 'credit')
  })

  test('received in another currency is credited in it, by a separate invoice, to a newly opened wallet', async () => {
    const invoice = await parked({ currency: 'USD', amount: 6000n as never })
    expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
    expect(await flagged.row(invoice)).toMatchObject({ status: 3, stage: 'failed', amount: 5000, currency: 'EUR' })
    expect([await flagged.money(), await flagged.money('USD')]).toEqual([
      { cash: 0, held: 0 },
      { cash: 6000, held: 0 },
    ])
    expect(
      (
        await app.asOwner('SELECT status::int, amount::int, currency FROM payments.invoices WHERE late_of = $1', [
          invoice.id,
        ])
      ).rows,
    ).toEqual([{ status: 2, amount: 6000, currency: 'USD' }])
  })

  test('received after its invoice was cancelled is credited by a separate invoice; the final one stays unchanged', async () => {
    const invoice = await flagged.deposit()
    await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)
    expect(await flagged.reportDeposit(invoice, { amount: 7000n as never })).toBe('suspense: another amount')
    expect(await flagged.settle(invoice, 'credit')).toEqual(settled)
    expect(await flagged.row(invoice)).toMatchObject({ status: 3, stage: 'declined', amount: 5000 })
    expect(await flagged.money()).toEqual({ cash: 7000, held: 0 })
  })

  test.each<[Decision, bigint, bigint]>([
    ['send-back', 7000n, 0n],
    ['keep', 0n, 7000n],
  ])('%s: the player has nothing of it, and the deposit has failed', async (decision, toPartner, toOperator) => {
    const invoice = await parked()
    expect(await flagged.moved([suspense, clearing, unclaimed], () => flagged.settle(invoice, decision))).toEqual([
      -7000n,
      toPartner,
      toOperator,
    ])
    expect(await flagged.row(invoice)).toMatchObject({ status: 3, stage: 'failed' })
    expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    expect((await flagged.row(invoice)).flag).toBeNull()
    await flagged.expectOnRecord(invoice, decision)
  })

  test.each<[Decision]>([['credit'], ['send-back'], ['keep']])(
    'after %s: further reports of the partner about the same payment book nothing',
    async (decision) => {
      const invoice = await parked()
      await flagged.settle(invoice, decision)
      expect(
        await flagged.moved([suspense, clearing, purse()], async () => {
          for (let turn = 0; turn < 2; turn++)
            expect(await flagged.reportDeposit(invoice, { amount: 7000n as never })).toMatch(/already/)
          await flagged.reportDeposit(invoice, { state: 'confirming' })
        }),
      ).toEqual([0n, 0n, 0n])
      expect(await flagged.decisions(invoice)).toEqual([])
    },
  )

  // Shows: attack 99
  test('that its partner takes back before the decision can only be sent back, whatever the partner repeats', async () => {
    const late = await flagged.deposit()
    await player.call('PUT', `/api/payment/invoices/${late.id}/decline`)
    expect(await flagged.reportDeposit(late, { amount: 7000n as never })).toMatch(/^suspense: /)
    for (const invoice of [await parked(), late]) {
      const failed = { state: 'failed', amount: 7000n as never } as const
      expect(await flagged.reportDeposit(invoice, failed)).toBe('failed in suspense')
      for (const report of [failed, { amount: 7000n as never }]) await flagged.reportDeposit(invoice, report)
      expect(await flagged.decisions(invoice)).toEqual(['send-back'])
      for (const decision of ['credit', 'keep'] as const)
        expect(await flagged.settle(invoice, decision)).toMatchObject({ refusal: 'notForThisFlag' })
      expect(await flagged.moved([suspense, clearing], () => flagged.settle(invoice, 'send-back'))).toEqual([
        -7000n,
        7000n,
      ])
      expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    }
  })

  // Shows: attack 99
  test('credited by an operator at the moment its partner takes it back: credited and flagged, or not credited', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const invoice = await parked()
      await Promise.all([
        flagged.settle(invoice, 'credit'),
        flagged.reportDeposit(invoice, { state: 'failed', amount: 7000n as never }),
      ])
      const { status } = (await flagged.row(invoice))!
      expect(await flagged.decisions(invoice)).toEqual(
        status === 2 ? ['charge-house', 'charge-player', 'dismiss'] : ['send-back'],
      )
      await flagged.settle(invoice, status === 2 ? 'charge-player' : 'send-back')
      expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
    }
  })

  // Shows: attack 97
  test('of two operators at once, ten times each, one decides; repetitions get the first answer', async () => {
    for (let round = 0; round < 3; round++) {
      const invoice = await parked()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => flagged.settle(invoice, index % 2 ? 'credit' : 'keep')),
      )
      expect(answers.filter((answer) => answer.ok && !answer.value.isRepeat)).toHaveLength(1)
      expect(answers.filter((answer) => answer.ok && answer.value.isRepeat)).toHaveLength(9)
      expect(answers.filter((answer) => !answer.ok && answer.refusal === 'notFlagged')).toHaveLength(10)
      await expect(
        app.asOwner(`UPDATE payments.flags SET decision = 'send-back' WHERE invoice_id = $1`, [invoice.id]),
      ).rejects.toThrow('is settled')
    }
  })

  test('cannot be dismissed, nor decided as a payout; a reason is required', async () => {
    const invoice = await parked()
    for (const decision of ['dismiss', 'charge-house', 'charge-player', 'give-back'] as const)
      expect(await flagged.settle(invoice, decision)).toMatchObject({ refusal: 'notForThisFlag' })
    expect(await flagged.settle(invoice, 'credit', { reason: ' ' })).toMatchObject({ refusal: 'reasonMissing' })
    expect(await flagged.settle({ id: '', number: 'F1' }, 'credit')).toMatchObject({ refusal: 'invoiceNotFound' })
    expect((await flagged.row(invoice)).flag).toBe('another amount')
  })
})

describe('a deposit', () => {
  test('without a reported amount has failed once the flag is dismissed', async () => {
    const invoice = await parked({ amount: null })
    expect(await flagged.decisions(invoice)).toEqual(['dismiss'])
    expect(await flagged.settle(invoice, 'dismiss')).toEqual(settled)
    expect(await flagged.row(invoice)).toMatchObject({ status: 3, stage: 'failed', flag: null })
  })

  // Shows: attack 11
  test('paid late is acknowledged, and is not flagged again', async () => {
    const invoice = await flagged.deposit()
    await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)
    expect(await flagged.reportDeposit(invoice, {})).toBe('credited late')
    expect(await flagged.reportDeposit(invoice, {})).toBe('credited already')
    expect(await flagged.settle(invoice, 'dismiss')).toEqual(settled)
    expect(await flagged.reportDeposit(invoice, {})).toBe('credited already')
    expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
  })

  test.each<[Decision, bigint, number]>([
    ['charge-house', -5000n, 5000],
    ['charge-player', 0n, 0],
  ])(
    'reversed by the partner, %s: it stays successful, and the ledger shows who bore the loss',
    async (decision, ofOperator, left) => {
      const invoice = await flagged.deposit()
      expect(await flagged.reportDeposit(invoice, {})).toBe('credited')
      await flagged.reportDeposit(invoice, { state: 'failed' })
      expect(await flagged.moved([losses, clearing], () => flagged.settle(invoice, decision))).toEqual([
        ofOperator,
        5000n,
      ])
      expect(await flagged.row(invoice)).toMatchObject({ status: 2, stage: 'paid', amount: 5000 })
      expect(await flagged.money()).toEqual({ cash: left, held: 0 })
      await flagged.reportDeposit(invoice, { state: 'failed' })
      expect((await flagged.row(invoice)).flag).toBeNull()
    },
  )

  // Shows: attack 100
  test.each([
    ['credited late', {}],
    ['suspense: another amount', { amount: 7000n as never }],
  ])(
    'that came after its cancellation (%s) and is reversed by the partner is flagged and charged',
    async (how, report) => {
      const invoice = await flagged.deposit()
      await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)
      expect(await flagged.reportDeposit(invoice, report)).toBe(how)
      const isSuspended = how !== 'credited late'
      expect(await flagged.settle(invoice, isSuspended ? 'credit' : 'dismiss')).toEqual(settled)
      expect(await flagged.reportDeposit(invoice, { ...report, state: 'failed' })).toBe('no refund: final already')
      const { rows } = await app.asOwner('SELECT id, number FROM payments.invoices WHERE late_of = $1', [invoice.id])
      const [own] = rows as [Invoice]
      expect(await flagged.decisions(own)).toEqual(['charge-house', 'charge-player', 'dismiss'])
      await flagged.reportDeposit(invoice, { ...report, state: 'failed' })
      expect(await flagged.settle(own, 'charge-player')).toEqual(settled)
      expect(await flagged.money()).toEqual({ cash: 0, held: 0 })
      await flagged.reportDeposit(invoice, { ...report, state: 'failed' })
      expect(await flagged.decisions(own)).toEqual([])
    },
  )

  describe('reversed by the partner, who has the money again afterwards', () => {
    const turnover = async () =>
      (await app.asOwner('SELECT turnover_total::int FROM wallet.accounts WHERE id = $1', [player.accounts.EUR]))
        .rows[0].turnover_total

    // Shows: attack 103
    test.each<[Decision, Decision, string, number]>([
      ['charge-player', 'give-back', 'the player', 5000],
      ['charge-player', 'keep', 'nobody', 0],
      ['charge-house', 'give-back', 'the operator', 5000],
    ])('%s, then %s: it goes to %s, once', async (charge, decision, owner, cash) => {
      const invoice = await flagged.deposit()
      await flagged.reportDeposit(invoice, {})
      const required = await turnover()
      await flagged.reportDeposit(invoice, { state: 'failed' })
      await flagged.settle(invoice, charge)
      expect(await flagged.reportDeposit(invoice, {})).toBe('flagged: paid after reversal')
      await flagged.reportDeposit(invoice, {})
      expect(await flagged.decisions(invoice)).toEqual(['give-back', 'keep', 'dismiss'])
      const moved = await flagged.moved([purse(), losses, unclaimed, clearing], async () => {
        const answers = await Promise.all(Array.from({ length: 5 }, () => flagged.settle(invoice, decision)))
        expect(answers.filter((answer) => answer.ok && !answer.value.isRepeat)).toHaveLength(1)
        expect(await flagged.reportDeposit(invoice, {})).toBe('credited already')
      })
      const to = (wanted: string) => (owner === wanted ? 5000n : 0n)
      expect(moved).toEqual([to('the player'), to('the operator'), to('nobody'), -5000n])
      expect(await flagged.money()).toEqual({ cash, held: 0 })
      expect(await turnover()).toBe(cash > 0 ? required : 0)
      const { rows } = await app.asOwner(`SELECT FROM messages.messages WHERE player_id = $1 AND key = $2`, [
        player.id,
        'invoice.depositRestored',
      ])
      expect(rows).toHaveLength(owner === 'the player' ? 1 : 0)
      await flagged.expectOnRecord(invoice, decision, charge)
    })

    // Shows: attack 103
    test('disputed once more: it is flagged and charged again, and given back again', async () => {
      const invoice = await flagged.deposit()
      await flagged.reportDeposit(invoice, {})
      for (let turn = 0; turn < 3; turn++) {
        await flagged.reportDeposit(invoice, { state: 'failed' })
        expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
        expect(await flagged.reportDeposit(invoice, { state: 'failed' })).toBe('final already')
        expect([await flagged.money(), await turnover()]).toEqual([{ cash: 0, held: 0 }, 0])
        await flagged.reportDeposit(invoice, {})
        expect(await flagged.settle(invoice, 'give-back')).toEqual(settled)
        expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
      }
    })

    // Shows: attack 103
    test('before an operator has decided: the flag shows it, and is dismissed', async () => {
      const invoice = await flagged.deposit()
      await flagged.reportDeposit(invoice, {})
      await flagged.reportDeposit(invoice, { state: 'failed' })
      expect(await flagged.reportDeposit(invoice, {})).toBe('credited already, and no longer failed')
      expect(await flagged.reportDeposit(invoice, {})).toBe('credited already')
      const { rows } = await app.asOwner('SELECT state FROM payments.flags WHERE invoice_id = $1', [invoice.id])
      expect(rows).toEqual([{ state: 'succeeded' }])
      expect(await flagged.settle(invoice, 'dismiss')).toEqual(settled)
      expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
      await flagged.reportDeposit(invoice, { state: 'failed' })
      expect((await flagged.row(invoice)).flag).toBe('failed after success')
    })

    // Shows: attack 103
    test('on a closed account: nothing is credited; it is kept', async () => {
      const invoice = await flagged.deposit()
      await flagged.reportDeposit(invoice, {})
      await flagged.reportDeposit(invoice, { state: 'failed' })
      await flagged.settle(invoice, 'charge-player')
      await app.deps.db.transaction((tx) => closePlayer(tx, player.id, app.clock.now()))
      await flagged.reportDeposit(invoice, {})
      expect(await flagged.settle(invoice, 'give-back')).toMatchObject({ refusal: 'accountClosed' })
      expect(await flagged.moved([unclaimed], () => flagged.settle(invoice, 'keep'))).toEqual([5000n])
    })

    test('that came late: flagged at the invoice that credited it', async () => {
      const invoice = await flagged.deposit()
      await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)
      await flagged.reportDeposit(invoice, {})
      await flagged.settle(invoice, 'dismiss')
      await flagged.reportDeposit(invoice, { state: 'failed' })
      const { rows } = await app.asOwner('SELECT id, number FROM payments.invoices WHERE late_of = $1', [invoice.id])
      const [own] = rows as [Invoice]
      await flagged.settle(own, 'charge-player')
      expect(await flagged.reportDeposit(invoice, {})).toBe('flagged: paid after reversal')
      expect(await flagged.settle(own, 'give-back')).toEqual(settled)
      expect(await flagged.money()).toEqual({ cash: 5000, held: 0 })
    })
  })

  test('charged to a player with insufficient cash: what is there is taken, and the rest is owed', async () => {
    const invoice = await flagged.deposit()
    await flagged.reportDeposit(invoice, {})
    await flagged.reportDeposit(invoice, { state: 'failed' })
    await flagged.withdrawal(4000)
    const moved = await flagged.moved([debts, clearing], () => flagged.settle(invoice, 'charge-player'))
    expect(moved).toEqual([-4000n, 5000n])
    expect(await flagged.money()).toEqual({ cash: 0, held: 4000 })
    expect((await flagged.row(invoice)).debt).toBe(4000)
  })
})

describe('what is owed for a reversed payment', () => {
  const owed = async () => Number((await flagged.row(invoice)).debt)
  let invoice: Invoice
  const { stake, withdraw } = moneyCalls(
    () => app,
    () => player,
  )
  /** 50.00 EUR were spent, reversed and charged. */
  beforeEach(async () => {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    flagged = flaggedPayments(app, player)
    invoice = await flagged.deposit()
    await flagged.reportDeposit(invoice, {})
    expect(await stake(5000)).toBe(true)
    await flagged.reportDeposit(invoice, { state: 'failed' })
    expect(await flagged.settle(invoice, 'charge-player')).toEqual(settled)
    expect(await owed()).toBe(5000)
  })
  test('is collected before a withdrawal, once, however many are requested at once', async () => {
    await player.fund('EUR', 7000n)
    const asked = await Promise.all(Array.from({ length: 5 }, () => withdraw(2000)))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await owed(), await flagged.money()]).toEqual([0, { cash: 0, held: 2000 }])
  })

  test('is collected from another wallet and its vault, and stays owed as far as they do not suffice', async () => {
    await setRate({ ...app.deps, actor: operator }, { code: 'USD', rate: 1.25, comment: 'test' })
    await player.fund('USD', 3000n)
    const vault = `/api/wallet/accounts/${player.accounts.USD}/vault`
    await player.call('POST', vault, { amount: 2000, idempotencyKey: randomUUID() })
    expect((await player.call('POST', `${vault}/release`, { amount: 2000 })).status).toBe(200)
    expect((await withdraw(2000)).status).toBe(422)
    expect(await flagged.money('USD')).toEqual({ cash: 0, held: 0 })
    expect((await player.call('GET', '/api/wallet/vault')).body.releases).toEqual([])
    expect(await owed()).toBe(5000 - 3000 / 1.25)
  })

  test('is owed no more once the partner has the money again; what had been paid goes back', async () => {
    await player.fund('EUR', 2000n)
    await withdraw(2000)
    expect(await owed()).toBe(3000)
    await flagged.reportDeposit(invoice, {})
    expect(await flagged.settle(invoice, 'give-back')).toEqual(settled)
    expect([await owed(), await flagged.money()]).toEqual([0, { cash: 2000, held: 0 }])
  })

  test('is written off by an operator, and a restored payment then goes to the operator', async () => {
    const cleared = await clearDebt(
      { ...app.deps, actor: operator },
      { number: invoice.number, reason: 'unrecoverable', seen: '50.00' },
    )
    expect(cleared).toMatchObject({ ok: true, value: { amount: 5000n } })
    expect(await owed()).toBe(0)
    await flagged.reportDeposit(invoice, {})
    const moved = await flagged.moved([purse(), losses], () => flagged.settle(invoice, 'give-back'))
    expect(moved).toEqual([0n, 5000n])
  })
})
