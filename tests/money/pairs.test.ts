/** Two operations on one player, in both orders and at once: the pairs of docs/threats.md. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { PlayerCtx } from '#server/deps.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { activatePlayerBonus, activatePlayerFreespin } from '#server/bonuses/activate-player-bonus.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { startWithdrawal } from '#server/cashier/payouts/start-withdrawal.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { SessionEnded } from '#server/identity/sessions/lock-open-session.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { hideAccount } from '#server/wallet/hide-account.ts'
import { switchAccount } from '#server/wallet/switch-account.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { operator } from '#tests/setup/operator.ts'
import { cash, movement, transfer } from './wallets.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'USD'] })
})

const expectConsistentLedger = async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])

/**
 * Returns the context of a call whose session was checked earlier: the end of the session meanwhile does not end the
 * call.
 */
async function authenticated(): Promise<PlayerCtx> {
  const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
  return contextOf(app.deps, { id: player.id, sessionId: rows[0].id as string }, { country: 'DE' })
}

async function open(amount: number, wish: Record<string, unknown> = {}, currency = 'EUR'): Promise<string> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
    ...wish,
  })
  expect([status, body.error]).toEqual([200, undefined])
  return body.invoiceId
}
const pay = (invoiceId: string) => app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')
async function deposit(amount: number, wish: Record<string, unknown> = {}, currency = 'EUR'): Promise<void> {
  pay(await open(amount, wish, currency))
  await app.settle()
}
const withdraw = (amount: number, more: Record<string, unknown> = {}) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    idempotencyKey: randomUUID(),
    ...more,
  })
const bonuses = async (): Promise<Loose[]> => (await player.call('GET', '/api/game/player-bonuses')).body
const freespins = async (): Promise<Loose[]> => (await player.call('GET', '/api/game/player-freespins')).body
const wallet = async (currency = 'EUR') =>
  (
    await app.asOwner(
      'SELECT status, cash::int, bonus::int, held::int FROM wallet.accounts WHERE player_id = $1 AND currency = $2',
      [player.id, currency],
    )
  ).rows[0] as { status: number; cash: number; bonus: number; held: number }
const statusOf = async (table: 'player_bonuses' | 'player_freespins', id: string): Promise<number> =>
  (await app.asOwner(`SELECT status::int FROM bonuses.${table} WHERE id = $1`, [id])).rows[0].status

async function spendAll(): Promise<void> {
  const { cash: left } = await wallet()
  const posted = await app.deps.ledger.post(
    movement({ kind: 'gift', transfers: [transfer(cash(player.id), 'clearing:test:EUR', left)] }),
  )
  expect(posted.ok).toBe(true)
}

/** Creates a player with no money, and with a bonus and free spins that can be started. */
async function withUnstartedRewards(): Promise<{ bonus: string; spins: string }> {
  await deposit(5000, { bonusId: 'welcome-spins' })
  expect(
    (await player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode: 'HARBOUR50', trigger: 3 })).status,
  ).toBe(200)
  await deposit(5000, { bonusId: 'harbour-50' })
  await deposit(5000, { bonusId: 'monday-10' })
  const [issued, active] = await bonuses()
  await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
  await spendAll()
  expect(await wallet()).toMatchObject({ cash: 0, bonus: 0, held: 0 })
  const [spins] = await freespins()
  expect([issued.status, spins.status]).toEqual([1, 1])
  return { bonus: issued.id, spins: spins.id }
}

const endings: Array<[string, (ctx: PlayerCtx) => Promise<{ ok: boolean }>]> = [
  ['a self-exclusion', (ctx) => addLimit(ctx, { definition: 4, period: '6-months' })],
  ['a break', (ctx) => addLimit(ctx, { definition: 5, period: '1-day' })],
  [
    'a block by an operator',
    (ctx) =>
      setStatus({ ...ctx, actor: operator }, { playerId: ctx.caller.player.id, status: 'blocked', reason: 'test' }),
  ],
  ['the closure of the account', (ctx) => closeAccount(ctx, {})],
]

describe.each(endings)('%s and the start of a bonus or of free spins', (name, end) => {
  const starts = (ctx: PlayerCtx, { bonus, spins }: { bonus: string; spins: string }) => [
    activatePlayerBonus(ctx, { id: bonus }),
    activatePlayerFreespin(ctx, { id: spins }),
  ]

  // Shows: attack 172, pair bonus/closure, pair bonus/exclusion, pair free spins/closure, pair free spins/exclusion
  test('after it neither starts, although the call was authenticated before', async () => {
    const unstarted = await withUnstartedRewards()
    const ctx = await authenticated()
    expect((await end(ctx)).ok).toBe(true)
    for (const started of await Promise.all(starts(ctx, unstarted))) expect(started.ok).toBe(false)
    expect(await statusOf('player_bonuses', unstarted.bonus)).toBe(1)
    expect(await statusOf('player_freespins', unstarted.spins)).toBe(1)
    expect(await wallet()).toMatchObject({ cash: 0, bonus: 0 })
    await expectConsistentLedger()
  })

  // Shows: pair bonus/closure, pair bonus/exclusion, pair free spins/closure, pair free spins/exclusion
  longTest('before it both start; an account with bonus money is not closed', async () => {
    const unstarted = await withUnstartedRewards()
    const ctx = await authenticated()
    for (const started of await Promise.all(starts(ctx, unstarted))) expect(started.ok).toBe(true)
    expect(await end(ctx)).toMatchObject(
      name.startsWith('the closure') ? { ok: false, refusal: 'moneyLeft' } : { ok: true },
    )
    expect(await wallet()).toMatchObject({ bonus: 1000 })
    await expectConsistentLedger()
  })

  // Shows: pair bonus/closure, pair bonus/exclusion, pair free spins/closure, pair free spins/exclusion
  longTest(
    'at once: no closed account has bonus money, and a bonus starts at most once',
    async () => {
      for (let round = 0; round < 8; round++) {
        player = await app.player({ currencies: ['EUR', 'USD'] })
        const unstarted = await withUnstartedRewards()
        const ctx = await authenticated()
        const [ended, bonus, spins] = await Promise.all([end(ctx), ...starts(ctx, unstarted)])
        expect(await statusOf('player_bonuses', unstarted.bonus)).toBe(bonus!.ok ? 2 : 1)
        expect(await statusOf('player_freespins', unstarted.spins)).toBe(spins!.ok ? 2 : 1)
        expect(await wallet()).toMatchObject({ bonus: bonus!.ok ? 1000 : 0 })
        if (name.startsWith('the closure')) expect(ended.ok).toBe(!bonus!.ok)
        await expectConsistentLedger()
      }
    },
    120_000,
  )
})

const breaks = endings.slice(0, 2)
const openAddress = async (): Promise<string> => {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.crypto',
    currency: 'BTC',
    amount: 1,
    accountId: player.accounts.BTC,
    fields: { crypto_network: 'bitcoin' },
  })
  expect(status).toBe(200)
  return body.invoiceId
}
const readStatus = async () =>
  (
    await app.asOwner(
      `SELECT player.status::int,
         (SELECT count(*)::int FROM limits.limits WHERE player_id = player.id AND ends_at IS NOT NULL) AS breaks,
         (SELECT count(*)::int FROM identity.sessions WHERE player_id = player.id AND closed_at IS NULL) AS sessions,
         (SELECT count(*)::int FROM payments.invoices WHERE player_id = player.id AND status = 1) AS pages
       FROM identity.players AS player WHERE id = $1`,
      [player.id],
    )
  ).rows[0]

describe.each(breaks)('%s and the closure of the account', (name, takeBreak) => {
  /** Returns null if the session has ended: a self-exclusion signs out, a break does not. */
  const close = (ctx: PlayerCtx) =>
    closeAccount(ctx, {}).catch((error: unknown) => {
      if (error instanceof SessionEnded && name === 'a self-exclusion') return null
      throw error
    })

  // Shows: pair exclusion/closure
  test.each(['first', 'last', 'at once'])(
    '%s: both are carried out unless the session has ended, and no payment page stays open',
    async (when) => {
      for (let round = 0; round < (when === 'at once' ? 6 : 1); round++) {
        player = await app.player({ currencies: ['BTC'] })
        await openAddress()
        const ctx = await authenticated()
        const inOrder = async () => {
          if (when === 'last') return [await close(ctx), await takeBreak(ctx)].toReversed()
          return [await takeBreak(ctx), await close(ctx)]
        }
        const [rested, closed] = when === 'at once' ? await Promise.all([takeBreak(ctx), close(ctx)]) : await inOrder()
        expect(rested).toMatchObject({ ok: true })
        if (name === 'a break' || when === 'last') expect(closed).toMatchObject({ ok: true })
        if (name === 'a self-exclusion' && when === 'first') expect(closed).toBeNull()
        expect(await readStatus()).toMatchObject({ status: closed ? 4 : 1, breaks: 1, sessions: 0, pages: 0 })
      }
      await expectConsistentLedger()
    },
  )
})

describe.each(breaks)('%s and a block by an operator', (_name, takeBreak) => {
  const put = (status: 'blocked' | 'active') =>
    setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status, reason: 'test' })

  // Shows: attack 171
  test.each(['first', 'last', 'at once'])(
    '%s: both apply, and the break continues after the block ends',
    async (when) => {
      for (let round = 0; round < (when === 'at once' ? 6 : 1); round++) {
        player = await app.player({ currencies: ['EUR', 'BTC'] })
        await openAddress()
        await open(5000)
        const ctx = await authenticated()
        const steps = [() => takeBreak(ctx), () => put('blocked')]
        if (when === 'last') steps.reverse()
        const ended =
          when === 'at once' ? await Promise.all(steps.map((step) => step())) : [await steps[0]!(), await steps[1]!()]
        expect(ended.every(({ ok }) => ok)).toBe(true)
        expect(await readStatus()).toMatchObject({ status: 3, breaks: 1, sessions: 0, pages: 0 })
        expect((await put('active')).ok).toBe(true)
        await app.asOwner('UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL WHERE player_id = $1', [
          player.id,
        ])
        const started = await player.call('POST', '/api/payment/invoices/deposit', {
          method: 'sandbox.card',
          currency: 'EUR',
          amount: 5000,
          accountId: player.accounts.EUR,
          fields: {},
        })
        expect(started.body.error.name).toBe('playerExcluded')
      }
      await expectConsistentLedger()
    },
  )
})

describe('a second tab with the confirmation of a withdrawal that ends a bonus', () => {
  const confirmed = { isBonusEndConfirmed: true }

  // Shows: pair withdrawal/second tab
  test('confirmed in one tab, then in the other: two withdrawals, and the bonus ends once', async () => {
    await deposit(20_000, { bonusId: 'welcome-100' })
    for (const _tab of ['one', 'other']) expect((await withdraw(5000)).body.error.name).toBe('bonusWouldEnd')
    expect((await withdraw(5000, confirmed)).status).toBe(200)
    expect((await withdraw(5000, confirmed)).status).toBe(200)
    expect(await wallet()).toMatchObject({ cash: 10_000, bonus: 0, held: 10_000 })
    expect(await bonuses()).toMatchObject([{ status: 3, result: 3 }])
    await expectConsistentLedger()
  })

  // Shows: pair bonus/second tab, pair withdrawal/second tab
  longTest('cancelled in one tab and confirmed in the other, in either order and at once: it ends once', async () => {
    for (let round = 0; round < 8; round++) {
      player = await app.player({ currencies: ['EUR'] })
      await deposit(20_000, { bonusId: 'welcome-100' })
      const [{ id }] = (await bonuses()) as [Loose]
      const acts = [() => withdraw(5000, confirmed), () => player.call('PUT', `/api/game/player-bonuses/${id}/cancel`)]
      const answers: Loose[] = []
      if (round < 2) for (const act of round === 0 ? acts : acts.toReversed()) answers.push(await act())
      else answers.push(...(await Promise.all(acts.map((act) => act()))))
      expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 422)).toBe(true)
      expect(await wallet()).toMatchObject({ cash: 15_000, bonus: 0, held: 5000 })
      expect(await bonuses()).toMatchObject([{ status: 3, result: 3 }])
      await expectConsistentLedger()
    }
  })
})

describe('hiding or switching an account that receives money', () => {
  const hidden = 3
  const hide = async () => hideAccount(await authenticated(), { id: player.accounts.USD! })
  const switchTo = async (currency: string) => switchAccount(await authenticated(), { id: player.accounts[currency]! })

  // Shows: pair bonus/account switch, pair deposit/account switch
  test('hidden while its deposit is open: the credit brings it back, with the bonus of the deposit', async () => {
    const invoice = await open(6000, { bonusId: 'welcome-100' }, 'USD')
    expect((await hide()).ok).toBe(true)
    expect((await wallet('USD')).status).toBe(hidden)
    pay(invoice)
    await app.settle()
    const { status, ...money } = await wallet('USD')
    expect(money).toEqual({ cash: 6000, bonus: 6000, held: 0 })
    expect(status).not.toBe(hidden)
    expect(await hide()).toMatchObject({ ok: false, refusal: 'accountHasFunds' })
    await expectConsistentLedger()
  })

  // Shows: pair bonus/account switch, pair deposit/account switch
  longTest(
    'hidden, switched to and fro, and credited at once: no hidden account holds money, one is active',
    async () => {
      for (let round = 0; round < 8; round++) {
        player = await app.player({ currencies: ['EUR', 'USD'] })
        const invoice = await open(6000, { bonusId: 'welcome-100' }, 'USD')
        pay(invoice)
        await Promise.all([app.settle(), hide(), switchTo('USD'), switchTo('EUR'), hide()])
        await app.settle()
        const { status, ...money } = await wallet('USD')
        expect(money).toEqual({ cash: 6000, bonus: 6000, held: 0 })
        expect(status).not.toBe(hidden)
        const { rows } = await app.asOwner(
          'SELECT count(*)::int AS active FROM wallet.accounts WHERE player_id = $1 AND status = 1',
          [player.id],
        )
        expect(rows).toEqual([{ active: 1 }])
        await expectConsistentLedger()
      }
    },
  )
})

describe('closing an account and a withdrawal', () => {
  const close = (ctx: PlayerCtx) => closeAccount(ctx, {})
  const isClosed = async () =>
    (await app.asOwner('SELECT status::int FROM identity.players WHERE id = $1', [player.id])).rows[0].status === 4
  /** Starts a withdrawal of the full balance, which the partner has accepted. */
  async function startPayout(): Promise<string> {
    await player.fund('EUR', 5000n)
    const { status, body } = await withdraw(5000)
    expect([status, body.error]).toEqual([200, undefined])
    await sendPayouts(app.deps)
    return app.sandbox.payouts.byReference(body.id)!.id
  }

  // Shows: pair withdrawal/closure
  test('the account stays open until the withdrawal is paid, and a call authenticated before the closure withdraws nothing', async () => {
    const payout = await startPayout()
    const ctx = await authenticated()
    expect(await close(ctx)).toMatchObject({ ok: false, refusal: 'moneyLeft' })
    app.sandbox.payouts.approve(payout)
    await app.settle()
    expect((await close(ctx)).ok).toBe(true)
    const withdrawal = await startWithdrawal(ctx, {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 5000n,
      accountId: player.accounts.EUR!,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    } as never)
    expect(withdrawal.ok).toBe(false)
    expect(await wallet()).toMatchObject({ cash: 0, held: 0 })
    await expectConsistentLedger()
  })

  // Shows: pair withdrawal/closure
  longTest.each(['approve', 'decline'] as const)(
    'its result (%s) and the closure at once: no closed account has money or an open withdrawal',
    async (result) => {
      for (let round = 0; round < 6; round++) {
        player = await app.player({ currencies: ['EUR'] })
        const payout = await startPayout()
        const ctx = await authenticated()
        app.sandbox.payouts[result](payout)
        const settled = app.settle()
        const attempts = await Promise.all(Array.from({ length: 4 }, () => close(ctx).catch(() => ({ ok: false }))))
        await settled
        const { cash, held: unstarted } = await wallet()
        if (await isClosed()) expect({ cash, held: unstarted }).toEqual({ cash: 0, held: 0 })
        else expect(attempts.some(({ ok }) => ok)).toBe(false)
        if (result === 'decline') expect(await isClosed()).toBe(false)
        await expectConsistentLedger()
      }
    },
  )

  // Shows: pair withdrawal/closure
  test('a withdrawal of the full balance and the closure at once, in any order: the player loses no money', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player({ currencies: ['EUR'] })
      await player.fund('EUR', 5000n)
      const ctx = await authenticated()
      const [closed, withdrawal] = await Promise.all([close(ctx), withdraw(5000)])
      expect([closed.ok, withdrawal.status]).toEqual([false, 200])
      expect(await wallet()).toMatchObject({ cash: 0, held: 5000 })
      await expectConsistentLedger()
    }
  })
})
