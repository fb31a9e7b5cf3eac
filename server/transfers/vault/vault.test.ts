/** Money leaves a vault only by a release, once, after the wait, whatever happens concurrently. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { deleteBonuses, insertBonus } from '#tests/setup/bonuses.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { operator } from '#tests/setup/operator.ts'
import { addLimit } from '../../protection/add-limit.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { switchCurrency } from '../../reference/switch-currency.ts'
import { cancelVaultRelease } from './cancel-vault-release.ts'
import { jobs } from './module.ts'
import { putInVault } from './put-in-vault.ts'
import { releaseVaults } from './release-vaults.ts'
import { requestVaultRelease } from './request-vault-release.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ env: { TURNOVER_MULTIPLIER: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ currencies: ['EUR', 'USD'] })
  await player.fund('EUR', 10_000n)
})
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const hour = 3_600_000
const put = (amount: number, { key = randomUUID(), currency = 'EUR' } = {}) =>
  player.call('POST', `/api/wallet/accounts/${player.accounts[currency]}/vault`, { amount, idempotencyKey: key })
const take = (amount: number, currency = 'EUR') =>
  player.call('POST', `/api/wallet/accounts/${player.accounts[currency]}/vault/release`, { amount })
const cancel = (id: string) => player.call('DELETE', `/api/wallet/vault/releases/${id}`)
const release = () => releaseVaults(app.deps)
const refused = (name: string) => ({ status: 422, body: { error: { name } } })
async function money(currency = 'EUR') {
  const { withdrawalBalance, vaultBalance } = await player.account(currency)
  return { cash: withdrawalBalance, vault: vaultBalance }
}
const pending = async () => (await player.call('GET', '/api/wallet/vault')).body.releases
const { withdraw, stake, payDeposit, wallet, authenticated } = moneyCalls(
  () => app,
  () => player,
)

describe('putting in', () => {
  // Shows: 10.22, pair withdrawal/vault
  test('is immediate, and the money can be neither staked, withdrawn nor put in again', async () => {
    expect(await put(8000)).toMatchObject({
      status: 200,
      body: { withdrawalBalance: 2000, vaultBalance: 8000, balance: 2000 },
    })
    expect(await withdraw(2001)).toMatchObject(refused('insufficientFunds'))
    expect(await stake(2001)).toBe(false)
    expect(await put(2001)).toMatchObject(refused('insufficientFunds'))
    expect(await money()).toEqual({ cash: 2000, vault: 8000 })
    const { body: entries } = await player.call('GET', '/api/wallet/entries')
    expect(entries.data.slice(0, 2)).toMatchObject([
      { kind: 'vault-in', account: 'vault', amount: 8000, before: 0, after: 8000 },
      { kind: 'vault-in', account: 'cash', amount: -8000, before: 10_000, after: 2000 },
    ])
  })

  test('repeated with its key gets the same answer and moves nothing more; another amount under the key is a conflict', async () => {
    const key = randomUUID()
    for (const _call of ['first', 'again']) expect((await put(4000, { key })).status).toBe(200)
    expect((await put(4001, { key })).status).toBe(409)
    expect(await money()).toEqual({ cash: 6000, vault: 4000 })
  })

  // Shows: pair second tab/vault
  test('of the whole balance 50 times concurrently succeeds once, also with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(10_000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    player = await app.player()
    await player.fund('EUR', 10_000n)
    const key = randomUUID()
    const again = await Promise.all(Array.from({ length: 20 }, () => put(1000, { key })))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await money()).toEqual({ cash: 9000, vault: 1000 })
  })

  // Shows: pair open round/vault, pair withdrawal/vault
  test('against bets and withdrawals of the whole balance: one of them gets it', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player()
      await player.fund('EUR', 10_000n)
      const acts: Array<() => Promise<boolean>> = [
        async () => (await put(10_000)).status === 200,
        async () => (await withdraw(10_000)).status === 200,
        () => stake(10_000),
      ]
      const order = round % 2 === 0 ? acts : acts.toReversed()
      expect((await Promise.all(order.map((act) => act()))).filter(Boolean)).toHaveLength(1)
    }
  }, 60_000)

  // Shows: attack 111, pair bonus/vault
  test.each([1, 2] as const)(
    'is refused while a bonus of status %i would be staked instead of the money',
    async (status) => {
      await insertBonus(app, { playerId: player.id, status })
      expect(await put(1000)).toMatchObject(refused('bonusIsOpen'))
      await deleteBonuses(app, player.id)
      expect((await put(1000)).status).toBe(200)
    },
  )

  // Shows: pair bonus/vault, pair deposit/vault
  longTest(
    'while a deposit is credited with its bonus takes the balance from before it, or nothing',
    async () => {
      for (let round = 0; round < 6; round++) {
        player = await app.player()
        await player.fund('EUR', 20_000n)
        await payDeposit()
        const acts = [() => put(20_000), () => app.settle()]
        const [answer] = (await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))).filter(
          (each) => each !== undefined,
        )
        await app.settle()
        const isIn = answer!.status === 200
        expect(await wallet()).toEqual({ cash: isIn ? 5000 : 25_000, bonus: 5000, vault: isIn ? 20_000 : 0 })
      }
    },
    60_000,
  )

  // Shows: pair limits/vault
  test('does not evade the turnover: money that leaves the vault must be staked as before', async () => {
    await app.asOwner('UPDATE wallet.accounts SET turnover_total = 10000 WHERE id = $1', [player.accounts.EUR])
    await put(10_000)
    await take(10_000)
    app.clock.forward(hour)
    await release()
    expect(await withdraw(10_000)).toMatchObject(refused('turnoverOpen'))
  })

  test.each([0, -1, 1.5, '1', Number.MAX_SAFE_INTEGER + 2])('of %s is refused', async (amount) => {
    expect((await put(amount as number)).status).toBe(422)
    expect((await take(amount as number)).status).toBe(422)
  })

  test('into the account of another player is not found, and neither is a release from it', async () => {
    const { accounts } = await app.player()
    const path = `/api/wallet/accounts/${accounts.EUR}/vault`
    expect((await player.call('POST', path, { amount: 1, idempotencyKey: randomUUID() })).status).toBe(404)
    expect((await player.call('POST', `${path}/release`, { amount: 1 })).status).toBe(404)
  })
})

describe('taking out', () => {
  beforeEach(async () => void (await put(8000)))

  // Shows: pair kill/vault
  test('waits an hour, which is shown, and then is paid automatically, once', async () => {
    const { body } = await take(5000)
    expect(await pending()).toEqual([body])
    expect(Date.parse(body.releaseAt) - Date.parse(body.requestedAt)).toBe(hour)
    app.clock.forward(hour - 1000)
    await release()
    expect(await money()).toEqual({ cash: 2000, vault: 8000 })
    app.clock.forward(1000)
    await Promise.all(Array.from({ length: 10 }, release))
    await release()
    expect(await money()).toEqual({ cash: 7000, vault: 3000 })
    expect(await pending()).toEqual([])
  })

  test('is due when its wait ends, so that an idle server wakes for it', async () => {
    const { body } = await take(5000)
    const [job] = jobs(app.deps)
    const { rows } = await app.deps.db.pool.query(job!.due!)
    expect(new Date(rows[0].min).toISOString()).toBe(body.releaseAt)
  })

  // Shows: pair second tab/vault
  test('is one release at a time for an account, also of 50 at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(8000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await take(1)).toMatchObject(refused('releaseIsOpen'))
  })

  test('of more than the vault has is refused, and leaves no release behind', async () => {
    expect(await take(8001)).toMatchObject(refused('insufficientFunds'))
    expect(await pending()).toEqual([])
  })

  test('can be cancelled until it is paid; cancelling twice is the same as once', async () => {
    const { body } = await take(5000)
    for (const _call of ['first', 'again']) expect((await cancel(body.id)).status).toBe(200)
    app.clock.forward(2 * hour)
    await release()
    expect(await money()).toEqual({ cash: 2000, vault: 8000 })
    const second = await take(8000)
    app.clock.forward(2 * hour)
    await release()
    expect(await cancel(second.body.id)).toMatchObject(refused('alreadyReleased'))
    expect(await money()).toEqual({ cash: 10_000, vault: 0 })
  })

  // Shows: pair second tab/vault
  test('that is cancelled while it is due is either cancelled or paid', async () => {
    for (let round = 0; round < 8; round++) {
      player = await app.player()
      await player.fund('EUR', 1000n)
      await put(1000)
      const { body } = await take(1000)
      app.clock.forward(hour)
      const acts = round % 2 === 0 ? [cancel(body.id), release()] : [release(), cancel(body.id)]
      const [cancelled] = (await Promise.all(acts)).filter((answer) => answer !== undefined)
      const isCancelled = cancelled!.status === 200
      expect(await money()).toEqual(isCancelled ? { cash: 0, vault: 1000 } : { cash: 1000, vault: 0 })
    }
  })

  test('of another player is neither cancelled nor seen', async () => {
    const { body } = await take(5000)
    player = await app.player()
    expect((await cancel(body.id)).status).toBe(404)
    expect(await pending()).toEqual([])
  })

  // Shows: attack 113, pair second factor/vault
  test('requires a proof; putting in and cancelling do not', async () => {
    player = await app.player({ isProven: false })
    await player.fund('EUR', 1000n)
    expect((await put(1000)).status).toBe(200)
    expect(await take(1000)).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired', code: 12003 } } })
    expect(await pending()).toEqual([])
    app.clock.forward(31 * 60_000)
    expect(await put(1)).toMatchObject(refused('stepUpRequired'))
  })

  // Shows: pair kill/vault
  test('is retried after a fault, which delays no other release', async () => {
    const failing = await take(5000)
    player = await app.player()
    await player.fund('EUR', 1000n)
    await put(1000)
    await take(1000)
    app.clock.forward(hour)
    const broken = Object.create(app.deps.ledger) as typeof app.deps.ledger
    broken.postIn = (tx, asked) =>
      asked.idempotencyKey.endsWith(failing.body.id)
        ? Promise.reject(new Error('cut'))
        : app.deps.ledger.postIn(tx, asked)
    await releaseVaults({ ...app.deps, ledger: broken })
    expect(await money()).toEqual({ cash: 1000, vault: 0 })
    await release()
    const { rows } = await app.asOwner('SELECT outcome FROM wallet.vault_releases WHERE id = $1', [failing.body.id])
    expect(rows).toEqual([{ outcome: 'released' }])
  })
})

describe('no money is stranded', () => {
  // Shows: pair account switch/vault
  test('an account with money in its vault is not hidden', async () => {
    await player.fund('USD', 1000n)
    await put(1000, { currency: 'USD' })
    const hide = () => player.call('PUT', `/api/wallet/accounts/${player.accounts.USD}/hide`)
    expect(await hide()).toMatchObject(refused('accountHasFunds'))
    const results = await Promise.all([hide(), take(1000, 'USD'), hide()])
    expect(results.map(({ status }) => status)).toEqual([422, 200, 422])
  })

  // Shows: pair closure/vault
  test('closing the account is refused while the vault has money, in either order and concurrently', async () => {
    await put(10_000)
    expect(await closeAccount(await authenticated(), {})).toMatchObject({ ok: false, refusal: 'moneyLeft' })
    for (let round = 0; round < 6; round++) {
      player = await app.player()
      await player.fund('EUR', 1000n)
      const ctx = await authenticated()
      const spend = stake(1000)
      const [closed] = await Promise.all([
        spend.then(() => closeAccount(ctx, {})),
        putInVault(ctx, { id: player.accounts.EUR!, amount: 1000n as never, idempotencyKey: randomUUID() }),
      ])
      const vault = await app.deps.ledger.balance(`player:${player.id}:vault:EUR`)
      expect(closed.ok).toBe(vault === 0n)
    }
  })

  // Shows: pair exclusion/vault
  test('a break and a self-exclusion let money in and out, and an open release is paid', async () => {
    for (const limit of [
      { definition: 5, period: '1-day' },
      { definition: 4, period: '6-months' },
    ] as const) {
      player = await app.player()
      await player.fund('EUR', 10_000n)
      const ctx = await authenticated()
      const id = player.accounts.EUR!
      expect((await putInVault(ctx, { id, amount: 4000n as never, idempotencyKey: randomUUID() })).ok).toBe(true)
      const first = await requestVaultRelease(ctx, { id, amount: 4000n as never })
      expect((await addLimit(ctx, limit)).ok).toBe(true)
      expect((await putInVault(ctx, { id, amount: 1000n as never, idempotencyKey: randomUUID() })).ok).toBe(true)
      app.clock.forward(hour)
      await release()
      expect(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`)).toBe(9000n)
      expect(await cancelVaultRelease(ctx, { id: first.ok ? first.value.id : '' })).toMatchObject({ ok: false })
      app.clock.reset()
    }
  })

  // Shows: pair currency/vault
  test('a currency that is switched off lets money in and out', async () => {
    await player.fund('USD', 1000n)
    await put(500, { currency: 'USD' })
    const turn = (isEnabled: boolean) =>
      switchCurrency({ ...app.deps, actor: operator }, { code: 'USD', isEnabled, comment: 'test' })
    await turn(false)
    expect((await put(500, { currency: 'USD' })).status).toBe(200)
    expect((await take(1000, 'USD')).status).toBe(200)
    app.clock.forward(hour)
    await release()
    await turn(true)
    expect(await money('USD')).toEqual({ cash: 1000, vault: 0 })
  })
})

test('if the wait is 0, money leaves with the next run of the job', async () => {
  await put(1000)
  const ctx = { ...(await authenticated()), settings: { ...app.deps.settings, vaultWaitMs: 0 } }
  expect((await requestVaultRelease(ctx, { id: player.accounts.EUR!, amount: 1000n as never })).ok).toBe(true)
  app.clock.forward(1)
  await release()
  expect(await money()).toEqual({ cash: 10_000, vault: 0 })
})
