/** An operator blocks, limits or reactivates a player before, after and during the player's own actions. */
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import { grantTo } from '#tests/setup/grants.ts'
import { operator } from '#tests/setup/operator.ts'
import { closePlayer } from '../players/players.ts'
import { payDue } from '../../rewards/pay-due.ts'
import { sendPayouts } from '../../cashier/payouts/send-payouts.ts'
import { startWithdrawal } from '../../cashier/payouts/start-withdrawal.ts'
import { cancelDeposits } from '../../cashier/deposits/cancel-deposits.ts'
import { settleFlag } from '../../cashier/flags/settle-flag.ts'
import { SessionEnded } from './lock-open-session.ts'
import { type NewStatus, setStatus } from './set-status.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const put = (player: { id: string }, status: NewStatus) =>
  setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status, reason: 'stolen card' })
const deposit = (player: TestPlayer) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 5000,
    accountId: player.accounts.EUR,
    fields: {},
  })

// Shows: attack 106, pair withdrawal/block
test('a block ends every session and stops withdrawals; once active again, the player can sign in', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  const { id } = await flaggedPayments(app, player).withdrawal(5000, false)
  expect(await put(player, 'blocked')).toEqual({ ok: true, value: { sessions: 1 } })
  expect((await player.call('GET', '/api/wallet/accounts')).status).toBe(401)
  const { rows } = await app.asOwner('SELECT review, review_reasons FROM payments.invoices WHERE id = $1', [id])
  expect(rows).toEqual([{ review: 'open', review_reasons: ['blocked'] }])
  expect(await put(player, 'blocked')).toMatchObject({ refusal: 'unchanged' })
  expect(await put(player, 'active')).toEqual({ ok: true, value: { sessions: 0 } })
  expect((await player.call('GET', '/api/wallet/accounts')).status).toBe(401)
  const { rows: notes } = await app.asOwner(
    `SELECT detail FROM identity.audit WHERE action = 'player-status-changed' AND player_id = $1 ORDER BY id`,
    [player.id],
  )
  expect(notes.map(({ detail }) => [detail.before, detail.after])).toEqual([
    ['active', 'blocked'],
    ['blocked', 'active'],
  ])
})

// Shows: attack 172, pair withdrawal/block
test('a withdrawal during a block is either made before it and reviewed, or refused', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const player = await app.player()
    await player.fund('EUR', 10_000n)
    const { rows: sessions } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
    const ctx = contextOf(app.deps, { id: player.id, sessionId: sessions[0].id }, { country: 'DE' })
    const block = put(player, 'blocked')
    if (turn % 2 === 0) await block
    const [withdrawal] = await Promise.allSettled([
      startWithdrawal(ctx, {
        method: 'sandbox.bank',
        currency: 'EUR',
        amount: 5000n as never,
        accountId: player.accounts.EUR!,
        fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      }),
      block,
    ])
    const isMade = withdrawal.status === 'fulfilled' && withdrawal.value.ok
    if (withdrawal.status === 'rejected') expect(withdrawal.reason).toBeInstanceOf(SessionEnded)
    else if (!isMade) expect(withdrawal.value).toMatchObject({ refusal: 'stepUpRequired' })
    await sendPayouts(app.deps)
    const { rows } = await app.asOwner('SELECT review, review_reasons FROM payments.invoices WHERE player_id = $1', [
      player.id,
    ])
    for (const row of rows) expect(row).toEqual({ review: 'open', review_reasons: ['blocked'] })
    expect(rows).toHaveLength(isMade ? 1 : 0)
  }
})

test('a limited player can withdraw but not deposit, and earned cash is paid once the player is active again', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  expect(await put(player, 'limited')).toEqual({ ok: true, value: { sessions: 0 } })
  expect((await deposit(player)).body.error.name).toBe('playerLimited')
  await flaggedPayments(app, player).withdrawal(5000)
  const reward = { kind: 'cash', currency: 'EUR', amount: '7.00' } as const
  expect(await grantTo(app.deps, player.id, reward)).toEqual({ ok: true, value: { status: 'due' } })
  await payDue(app.deps)
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 5000 })
  await put(player, 'active')
  await payDue(app.deps)
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 5700 })
  expect((await deposit(player)).status).toBe(200)
})

// Shows: attack 169, pair block/grant, pair cashback/block
test('a reward during a block is paid before it, or once the player is active again', async () => {
  const reward = { kind: 'cash', currency: 'EUR', amount: '7.00' } as const
  for (let turn = 0; turn < 3; turn++) {
    const player = await app.player()
    const grant = async (title: string) => {
      const granted = await grantTo(app.deps, player.id, reward, { title })
      return granted.ok ? granted.value.status : granted.refusal
    }
    const [, ...granted] = await Promise.all([put(player, 'blocked'), ...['one', 'two', 'three'].map(grant)])
    expect(granted.every((each) => each === 'paid' || each === 'due')).toBe(true)
    await payDue(app.deps)
    const cash = async () => Number(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`))
    expect(await cash()).toBe(700 * granted.filter((each) => each === 'paid').length)
    await put(player, 'active')
    await payDue(app.deps)
    expect(await cash()).toBe(2100)
  }
})

describe.each(['blocked', 'limited'] as const)('a player who is %s while payment pages are open', (status) => {
  const opened = async (player: TestPlayer): Promise<string> => (await deposit(player)).body.invoiceId
  const payment = (id: string) => app.sandbox.payments.byReference(id)!
  const pay = (id: string) => app.sandbox.payments.decide(payment(id).id, 'pay')
  const invoice = async (id: string) =>
    (await app.asOwner('SELECT number, status::int, stage, flag, closed_by FROM payments.invoices WHERE id = $1', [id]))
      .rows[0]
  const cash = async (player: TestPlayer) => Number(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`))

  // Shows: attack 170, pair deposit/block
  test('has them closed at the partner, and can open new ones once active again', async () => {
    const player = await app.player()
    const pages = [await opened(player), await opened(player)]
    await put(player, status)
    await cancelDeposits(app.deps)
    for (const id of pages) {
      expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined', flag: null, closed_by: null })
      expect(payment(id).status).toBe('failed')
      pay(id)
    }
    await app.settle()
    expect(await cash(player)).toBe(0)
    await put(player, 'active')
    if (status === 'blocked')
      await app.asOwner('UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL WHERE player_id = $1', [
        player.id,
      ])
    pay(await opened(player))
    await app.settle()
    expect(await cash(player)).toBe(5000)
  })

  const isBlocked = status === 'blocked'

  // Shows: attack 170, pair deposit/block
  test('is credited with payments made there nevertheless: if limited as late, if blocked once an operator decides so', async () => {
    const player = await app.player()
    const id = await opened(player)
    app.sandbox.faults.outages = 20
    await put(player, status)
    await cancelDeposits(app.deps)
    pay(id)
    app.sandbox.faults.outages = 0
    await app.settle()
    const { number, ...late } = await invoice(id)
    expect(late).toMatchObject({ status: 3, stage: 'declined', flag: isBlocked ? 'paid while blocked' : 'paid late' })
    expect(await cash(player)).toBe(isBlocked ? 0 : 5000)
    await put(player, 'active')
    const decision = isBlocked ? 'credit' : 'dismiss'
    const settlement = { number, decision, reason: 'admitted again' } as const
    expect(await settleFlag({ ...app.deps, actor: operator }, settlement)).toMatchObject({ ok: true })
    expect(await cash(player)).toBe(5000)
  })

  // Shows: attack 170, pair deposit/block
  longTest('at the moment of a deposit or its payment: credited before it, or closed and decided', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const player = await app.player()
      const id = await opened(player)
      pay(id)
      const [, , second] = await Promise.all([put(player, status), app.settle(), deposit(player)])
      await app.settle()
      await cancelDeposits(app.deps)
      const paid = await invoice(id)
      expect([[2, null, 5000], isBlocked ? [3, 'paid while blocked', 0] : [3, 'paid late', 5000]]).toContainEqual([
        paid.status,
        paid.flag,
        await cash(player),
      ])
      if (second.status === 200) expect(payment(second.body.invoiceId).status).toBe('failed')
      else expect([401, 422]).toContain(second.status)
    }
  })
})

// Shows: attack 169, pair closure/block
test('of concurrent changes of a status one succeeds; a closed account is not reopened; a reason is required', async () => {
  const player = await app.player()
  const answers = await Promise.all([put(player, 'blocked'), put(player, 'blocked'), put(player, 'blocked')])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const closed = await app.player()
  await app.deps.db.transaction((tx) => closePlayer(tx, closed.id, app.clock.now()))
  for (const status of ['blocked', 'limited', 'active'] as const)
    expect(await put(closed, status)).toMatchObject({ refusal: 'accountClosed' })
})
