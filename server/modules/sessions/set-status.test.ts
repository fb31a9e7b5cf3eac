/** A player whom an operator blocks, limits or admits again: in both orders and at once with what the player does. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import { operator } from '#tests/setup/operator.ts'
import type { OperatorContext } from '../../platform/operator-commands.ts'
import { closePlayer } from '../players/players.ts'
import { grantByOperator } from '../rewards/grant-by-operator.ts'
import { payDue } from '../rewards/pay-due.ts'
import { playerCommands } from './player-commands.ts'
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

test('blocked: every session ends and no withdrawal is sent; admitted, the player signs in again', async () => {
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

test('limited: no deposit is started, withdrawals are, and cash that was earned waits until the player is admitted', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  expect(await put(player, 'limited')).toEqual({ ok: true, value: { sessions: 0 } })
  expect((await deposit(player)).body.error.name).toBe('playerLimited')
  await flaggedPayments(app, player).withdrawal(5000)
  const reward = { kind: 'cash', currency: 'EUR', amount: 700n as never } as const
  expect(
    await grantByOperator({ ...app.deps, actor: operator }, { playerId: player.id, reward, reason: 'sorry' }),
  ).toBe('due')
  await payDue(app.deps)
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 5000 })
  await put(player, 'active')
  await payDue(app.deps)
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 5700 })
  expect((await deposit(player)).status).toBe(200)
})

test('blocked at the moment of a reward: paid before it, or due and paid once the player is admitted', async () => {
  const reward = { kind: 'cash', currency: 'EUR', amount: 700n as never } as const
  for (let turn = 0; turn < 3; turn++) {
    const player = await app.player()
    const grant = () =>
      grantByOperator({ ...app.deps, actor: operator }, { playerId: player.id, reward, reason: 'sorry' })
    const [, ...granted] = await Promise.all([put(player, 'blocked'), grant(), grant(), grant()])
    expect(granted.every((each) => each === 'paid' || each === 'due')).toBe(true)
    await payDue(app.deps)
    const cash = async () => Number(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`))
    expect(await cash()).toBe(700 * granted.filter((each) => each === 'paid').length)
    await put(player, 'active')
    await payDue(app.deps)
    expect(await cash()).toBe(2100)
  }
})

test('of two operators at once one changes it; a closed account is not opened; a reason is required', async () => {
  const player = await app.player()
  const answers = await Promise.all([put(player, 'blocked'), put(player, 'blocked'), put(player, 'blocked')])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const closed = await app.player()
  await app.deps.db.transaction((tx) => closePlayer(tx, closed.id, app.clock.now()))
  for (const status of ['blocked', 'limited', 'active'] as const)
    expect(await put(closed, status)).toMatchObject({ refusal: 'accountClosed' })
  const printed: string[] = []
  const context = {
    ...app.deps,
    actor: operator,
    print: (line: string) => printed.push(line),
  } as unknown as OperatorContext
  await expect(playerCommands.block!.run(context, [player.id])).rejects.toThrow('Enter a reason')
  await expect(playerCommands.block!.run(context, [randomUUID(), 'why'])).rejects.toThrow('No such player')
  await playerCommands.admit!.run(context, [player.id, 'a', 'mistake'])
  expect(printed).toEqual(['The player is active.'])
})
