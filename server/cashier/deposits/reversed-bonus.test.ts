/** The bonus of a deposit that its partner reversed: what is open ends by the decision; cash that it became stays. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { type Decision, flaggedPayments, type Invoice } from '#tests/setup/flags.ts'
import { operator } from '#tests/setup/operator.ts'
import { play } from '#tests/money/wallets.ts'
import { releaseVaults } from '../../transfers/vault/release-vaults.ts'
import { revokeReward } from '../../rewards/revoke-reward.ts'
import { finishBonuses } from '../../bonuses/finish-bonuses.ts'

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

async function deposited(bonusId: string): Promise<Invoice> {
  const invoice = await flagged.deposit(5000, { bonusId })
  expect(await flagged.reportDeposit(invoice, {})).toBe('credited')
  return invoice
}
const fails = (invoice: Invoice) => flagged.reportDeposit(invoice, { state: 'failed' })
const bonus = async (): Promise<Loose> => (await player.call('GET', '/api/game/player-bonuses')).body[0]
const wallet = async (): Promise<Loose> =>
  (
    await app.asOwner(
      `SELECT cash::int, bonus::int, bonus_id FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`,
      [player.id],
    )
  ).rows[0]!
const messages = async () =>
  (await app.asOwner(`SELECT key FROM messages.messages WHERE player_id = $1 AND key = 'reward-revoked'`, [player.id]))
    .rows.length
const bet = (roundId: string, amount: number) =>
  app.deps.ledger.post(play({ gameId: 'neon-run', kind: 'bet', player: player.id, roundId, amount }))
const win = (roundId: string, amount: number) =>
  app.deps.ledger.post(play({ gameId: 'neon-run', kind: 'win', player: player.id, roundId, amount, isFinished: true }))
const cancelled = { status: 3, result: 3 }

// Shows: attack 164
test.each<[Decision, number]>([
  ['charge-player', 0],
  ['charge-house', 5000],
])('active, %s: it ends with one message, and a repeated decision ends nothing else', async (decision, cash) => {
  const invoice = await deposited('welcome-100')
  expect(await wallet()).toMatchObject({ cash: 5000, bonus: 5000 })
  await fails(invoice)
  expect(await bonus()).toMatchObject({ status: 2 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => flagged.settle(invoice, decision)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await bonus()).toMatchObject(cancelled)
  expect(await wallet()).toEqual({ cash, bonus: 0, bonus_id: null })
  expect(await messages()).toBe(1)
})

// Shows: attack 164
test('partly wagered, with an open round: the rest of the bonus ends, and the late win is divided by its stake', async () => {
  const invoice = await deposited('welcome-100')
  for (const stake of [...Array.from({ length: 9 }, () => 500), 250]) {
    const lost = randomUUID()
    await bet(lost, stake)
    await win(lost, 0)
  }
  // Half of it is bonus money: cash is staked first.
  const open = randomUUID()
  expect((await bet(open, 500)).ok).toBe(true)
  await fails(invoice)
  expect(await flagged.settle(invoice, 'charge-house')).toMatchObject({ ok: true })
  expect(await bonus()).toMatchObject(cancelled)
  expect(await wallet()).toEqual({ cash: 0, bonus: 0, bonus_id: null })
  expect((await win(open, 1000)).ok).toBe(true)
  expect(await wallet()).toEqual({ cash: 500, bonus: 0, bonus_id: null })
})

test('charged to a player who lacks the cash: it is taken, the rest is owed, and the bonus ends', async () => {
  const invoice = await deposited('welcome-100')
  const round = randomUUID()
  await bet(round, 100)
  await win(round, 0)
  await fails(invoice)
  expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ ok: true })
  expect(await bonus()).toMatchObject(cancelled)
  expect(await wallet()).toMatchObject({ cash: 0, bonus: 0 })
  expect((await flagged.row(invoice)).debt).toBe(100)
})

// Shows: pair deposit/vault
test('of a deposit whose money is in the vault or on its way out: the charge reaches it, and ends the release', async () => {
  const invoice = await flagged.deposit(5000)
  expect(await flagged.reportDeposit(invoice, {})).toBe('credited')
  const vault = `/api/wallet/accounts/${player.accounts.EUR}/vault`
  expect((await player.call('POST', vault, { amount: 5000, idempotencyKey: randomUUID() })).status).toBe(200)
  expect((await player.call('POST', `${vault}/release`, { amount: 4000 })).status).toBe(200)
  await fails(invoice)
  expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ ok: true })
  expect((await player.account('EUR')).vaultBalance).toBe(0)
  app.clock.forward(3_600_000)
  await releaseVaults(app.deps)
  expect(await wallet()).toMatchObject({ cash: 0 })
  expect((await flagged.row(invoice)).debt).toBe(0)
  app.clock.reset()
})

test('dismissed, it stays', async () => {
  const invoice = await deposited('welcome-100')
  await fails(invoice)
  expect(await flagged.settle(invoice, 'dismiss')).toMatchObject({ ok: true })
  expect(await bonus()).toMatchObject({ status: 2 })
  expect(await messages()).toBe(0)
})

// Shows: attack 164
test('converted to cash before the decision, it stays cash; cancelled before, there is nothing to end', async () => {
  const invoice = await deposited('welcome-100')
  await fails(invoice)
  await app.asOwner(
    'UPDATE wallet.accounts SET wager_placed = wager_total WHERE player_id = $1 AND bonus_id IS NOT NULL',
    [player.id],
  )
  await finishBonuses(app.deps)
  expect(await wallet()).toEqual({ cash: 10_000, bonus: 0, bonus_id: null })
  expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ ok: true })
  expect(await wallet()).toEqual({ cash: 5000, bonus: 0, bonus_id: null })
  expect(await bonus()).toMatchObject({ status: 3, result: 2 })
  expect(await messages()).toBe(0)
})

// Shows: attack 168, pair deposit/bonus
test('completed, before the job has ended it: it is the player’s, for the reversal and for an operator who revokes it', async () => {
  const invoice = await deposited('welcome-100')
  const { id } = await bonus()
  await fails(invoice)
  await app.asOwner(
    'UPDATE wallet.accounts SET wager_placed = wager_total WHERE player_id = $1 AND bonus_id IS NOT NULL',
    [player.id],
  )
  expect(await revokeReward({ ...app.deps, actor: operator }, { id, reason: 'a mistake' })).toMatchObject({
    refusal: 'nothingToRevoke',
  })
  expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ ok: true })
  expect(await wallet()).toEqual({ cash: 5000, bonus: 0, bonus_id: null })
  expect(await bonus()).toMatchObject({ status: 3, result: 2 })
  expect(await messages()).toBe(0)
})

// Shows: attack 168, pair bonus/open round
test('completed by a round that ends at the moment an operator revokes it: all of it is cash, or none', async () => {
  for (let turn = 0; turn < 3; turn++) {
    player = await app.player()
    flagged = flaggedPayments(app, player)
    await deposited('welcome-100')
    const { id } = await bonus()
    const round = randomUUID()
    expect((await bet(round, 500)).ok).toBe(true)
    await app.asOwner('UPDATE wallet.accounts SET wager_placed = wager_total WHERE player_id = $1', [player.id])
    const [revoked] = await Promise.all([
      revokeReward({ ...app.deps, actor: operator }, { id, reason: 'a mistake' }),
      win(round, 0),
      finishBonuses(app.deps),
    ])
    await finishBonuses(app.deps)
    expect(await wallet()).toEqual({ cash: revoked.ok ? 4500 : 9500, bonus: 0, bonus_id: null })
    expect(await bonus()).toMatchObject(revoked.ok ? cancelled : { status: 3, result: 2 })
    expect(await messages()).toBe(revoked.ok ? 1 : 0)
  }
})

test('issued while another is active, and free spins: both end, the other bonus stays', async () => {
  await deposited('welcome-100')
  const [second, spins] = [await deposited('monday-10'), await deposited('welcome-spins')]
  for (const invoice of [second, spins]) {
    await fails(invoice)
    expect(await flagged.settle(invoice, 'charge-player')).toMatchObject({ ok: true })
  }
  const { rows } = await app.asOwner(
    `SELECT bonus_id, status::int FROM bonuses.player_bonuses WHERE player_id = $1
     UNION ALL SELECT bonus_id, status::int FROM bonuses.player_freespins WHERE player_id = $1 ORDER BY 1`,
    [player.id],
  )
  expect(rows).toEqual([
    { bonus_id: 'monday-10', status: 3 },
    { bonus_id: 'welcome-100', status: 2 },
    { bonus_id: 'welcome-spins', status: 3 },
  ])
})

// Shows: pair withdrawal/limits
test.each<[Decision, required: number]>([
  ['charge-player', 5000],
  ['charge-house', 10_000],
])(
  'its turnover, %s: what was taken back need not be staked, what the player keeps does',
  async (decision, required) => {
    app.deps.settings.turnoverMultiplier = 1
    const turnover = async () =>
      (await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=EUR')).body.turnOverWagerAmount
    await deposited('welcome-100')
    const reversed = await flagged.deposit(5000)
    expect(await flagged.reportDeposit(reversed, {})).toBe('credited')
    expect(await turnover()).toBe(10_000)
    await fails(reversed)
    expect(await flagged.settle(reversed, decision)).toMatchObject({ ok: true })
    expect(await flagged.settle(reversed, decision)).toMatchObject({ ok: true })
    expect(await turnover()).toBe(required)
    for (let stakes = 0; stakes < 10; stakes++) await bet(randomUUID(), 500)
    expect(await turnover()).toBe(required - 5000)
    app.deps.settings.turnoverMultiplier = 0
  },
)

// Shows: attack 164
test('at once with bets, a cancel by the player and the job that ends bonuses: it ends once, and no bonus money is left', async () => {
  for (let turn = 0; turn < 4; turn++) {
    player = await app.player()
    flagged = flaggedPayments(app, player)
    const invoice = await deposited('welcome-100')
    const { id } = await bonus()
    await fails(invoice)
    await Promise.all([
      flagged.settle(invoice, 'charge-house'),
      ...Array.from({ length: 6 }, () => bet(randomUUID(), 500)),
      player.call('PUT', `/api/game/player-bonuses/${id}/cancel`),
      finishBonuses(app.deps),
    ])
    expect(await bonus()).toMatchObject(cancelled)
    expect(await wallet()).toMatchObject({ bonus: 0, bonus_id: null })
    await flagged.expectConsistentLedger()
  }
})
