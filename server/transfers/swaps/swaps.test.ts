/** Swaps are executed exactly as quoted and once, and cannot be used to evade a rule on money. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { ok } from '#contract/endpoint.ts'
import type { RatesSource } from '#server/partners/rates/port.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { deleteBonuses, insertBonus } from '#tests/setup/bonuses.ts'
import { type Answer, type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { operator } from '#tests/setup/operator.ts'
import { addLimit } from '../../protection/add-limit.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { refreshRates } from '../../reference/refresh-rates.ts'
import { setRate } from '../../reference/set-rate.ts'
import { switchCurrency } from '../../reference/switch-currency.ts'
import { confirmSwap } from './confirm-swap.ts'
import { jobs } from './module.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({
    env: { SWAP_QUOTE_SECONDS: '300', TURNOVER_MULTIPLIER: '1', TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'AT:1' },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await rate('USD', 1.25)
  await rate('BTC', 0.00001124)
  player = await app.player({ currencies: ['EUR', 'USD'] })
  await player.fund('EUR', 100_000n)
})
afterEach(async () => {
  app.clock.reset()
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
})

async function rate(code: string, value: number): Promise<void> {
  await setRate({ ...app.deps, actor: operator }, { code, rate: value, comment: 'test' })
  await app.deps.reference.reload()
}
async function turn(code: string, isEnabled: boolean): Promise<void> {
  await switchCurrency({ ...app.deps, actor: operator }, { code, isEnabled, comment: 'test' })
  await app.deps.reference.reload()
}
const ask = (amount: number, { from = 'EUR', to = 'USD', by = player } = {}) =>
  by.call('POST', '/api/wallet/swaps/quotes', { from, to, amount })
async function quote(amount: number, pair: { from?: string; to?: string } = {}): Promise<string> {
  const { status, body } = await ask(amount, pair)
  expect([status, body.error]).toEqual([200, undefined])
  return body.id
}
const confirm = (id: string, by = player) => by.call('PUT', `/api/wallet/swaps/quotes/${id}/confirm`)
const refused = (name: string) => ({ status: 422, body: { error: { name } } })
async function cash(currency: string, of = player): Promise<number> {
  return (await of.account(currency))?.withdrawalBalance ?? 0
}
const exchange = (currency: string) => app.deps.ledger.balance(`house:exchange:${currency}`)
const { withdraw, stake, payDeposit, wallet, authenticated } = moneyCalls(
  () => app,
  () => player,
)
const bonus = (status: 1 | 2, currency = 'EUR') => insertBonus(app, { playerId: player.id, status, currency })

describe('a swap', () => {
  test('debits and credits exactly the quoted amounts through the exchange account, and is named in the ledger', async () => {
    const [euros, dollars] = [await exchange('EUR'), await exchange('USD')]
    const { body } = await ask(10_001)
    // 100.01 × 1.25 × 0.99 is 123.762375: rounded down.
    expect(body).toMatchObject({ amount: 10_001, receives: 12_376, rate: '1.2375', spreadPercent: 1 })
    const done = await confirm(body.id)
    expect(done).toMatchObject({ status: 200, body: { swap: { id: body.id, confirmedAt: expect.any(String) } } })
    expect([await cash('EUR'), await cash('USD')]).toEqual([89_999, 12_376])
    expect([await exchange('EUR'), await exchange('USD')]).toEqual([euros + 10_001n, dollars - 12_376n])
    const { body: entries } = await player.call('GET', `/api/wallet/entries?referenceId=${body.id}`)
    expect(entries.data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['swap-in', 12_376],
      ['swap-out', -10_001],
    ])
  })

  // Shows: pair account switch/swap
  test('opens the account of a currency that the player does not have yet, and shows a hidden one again', async () => {
    expect((await confirm(await quote(5000, { to: 'BTC' }))).status).toBe(200)
    expect(await cash('BTC')).toBeGreaterThan(0)
    expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.USD}/hide`)).status).toBe(200)
    expect((await confirm(await quote(5000))).status).toBe(200)
    expect((await player.account('USD')).status).toBe(2)
  })

  // Shows: pair kill/swap
  test('confirmed again at any time gets the first answer and moves nothing more', async () => {
    const id = await quote(10_000)
    const first = await confirm(id)
    app.clock.forward(600_000)
    await turn('USD', false)
    const again = await confirm(id)
    await turn('USD', true)
    expect([again.status, again.body.swap]).toEqual([200, first.body.swap])
    expect(await cash('EUR')).toBe(90_000)
  })

  test('shows its terms before an amount is entered', async () => {
    const { body } = await player.call('GET', '/api/wallet/swaps/terms?from=EUR&to=USD')
    expect(body).toEqual({ rate: '1.2375', spreadPercent: 1, min: 100, max: 1_000_000 })
  })
})

describe('50 at once', () => {
  // Shows: attack 109, pair second tab/swap
  test('quotes of the same currencies, in both directions: only the last one is open and executed', async () => {
    await player.fund('USD', 100_000n)
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, n) => ask(100_000, n % 2 === 0 ? {} : { from: 'USD', to: 'EUR' })),
    )
    const answers = await Promise.all(asked.map(({ body }) => confirm(body.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect(body.error.name).toBe('quoteExpired')
    const executed = answers.find(({ status }) => status === 200)!.body.swap
    expect(await cash(executed.from)).toBe(0)
    expect(await cash(executed.to)).toBe(100_000 + executed.receives)
  }, 60_000)

  // Shows: pair second tab/swap
  test('confirmations of one quote: all answer alike, and it is executed once', async () => {
    const id = await quote(10_000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(id)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.swap]))).size).toBe(1)
    expect([await cash('EUR'), await cash('USD')]).toEqual([90_000, 12_375])
  })

  // Shows: pair open round/swap, pair withdrawal/swap
  test('swaps, withdrawals and bets of the whole balance: one of them gets it', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player({ currencies: ['EUR', 'USD'] })
      await player.fund('EUR', 10_000n)
      const id = await quote(10_000)
      const acts: Array<() => Promise<boolean>> = [
        async () => (await confirm(id)).status === 200,
        async () => (await withdraw(10_000)).status === 200,
        () => stake(10_000),
      ]
      const order = round % 2 === 0 ? acts : acts.toReversed()
      const taken = await Promise.all(order.map((act) => act()))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await cash('EUR')).toBe(0)
    }
  }, 60_000)

  test('swaps around three currencies: nothing is gained, and no deadlock occurs', async () => {
    player = await app.player({ currencies: ['EUR', 'USD', 'BTC'] })
    await player.fund('EUR', 100_000n)
    await player.fund('USD', 100_000n)
    await player.fund('BTC', 10_000_000n)
    const ways = [
      { from: 'EUR', to: 'USD' },
      { from: 'USD', to: 'BTC' },
      { from: 'BTC', to: 'EUR' },
    ]
    const change: Record<string, number> = { EUR: 0, USD: 0, BTC: 0 }
    for (let round = 0; round < 10; round++) {
      const ids = []
      for (const way of ways) ids.push(await quote(way.from === 'BTC' ? 11_000 : 1000, way))
      for (const { status, body } of await Promise.all(ids.map((id) => confirm(id)))) {
        expect(status).toBe(200)
        change[body.swap.from]! -= body.swap.amount
        change[body.swap.to]! += body.swap.receives
      }
    }
    expect([await cash('EUR'), await cash('USD'), await cash('BTC')]).toEqual([
      100_000 + change.EUR!,
      100_000 + change.USD!,
      10_000_000 + change.BTC!,
    ])
  })

  // Shows: pair limits/swap
  test('more than the daily limit: what fits is swapped, the rest is refused', async () => {
    await player.fund('EUR', 2_000_000n)
    await rate('ETH', 0.0003)
    await rate('USDT', 1.1)
    const ids: string[] = []
    for (const to of ['USD', 'BTC', 'ETH', 'USDT']) ids.push(await quote(400_000, { to }))
    const answers = await Promise.all(ids.map((id) => confirm(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await ask(400_000)).toMatchObject(refused('dailyLimitReached'))
    const { body } = await player.call('GET', '/api/wallet/swaps/terms?from=EUR&to=USD')
    expect(body.max).toBe(200_000)
    app.clock.forward(25 * 3_600_000)
    await rate('USD', 1.25)
    expect((await ask(400_000)).status).toBe(200)
  })
})

describe('a quote', () => {
  // Shows: attack 109, pair swap/rates
  test('holds while the rate moves within the spread, and is refused while it is further away, in either direction', async () => {
    for (const moved of [1.262, 1.238]) {
      await rate('USD', 1.25)
      const before = await cash('USD')
      const id = await quote(10_000)
      await rate('USD', moved)
      expect((await confirm(id)).status).toBe(200)
      expect((await cash('USD')) - before).toBe(12_375)
    }
    for (const moved of [1.263, 1.237, 2.5]) {
      await rate('USD', 1.25)
      const held = [await cash('EUR'), await cash('USD')]
      const id = await quote(10_000)
      await rate('USD', moved)
      expect(await confirm(id)).toMatchObject(refused('rateChanged'))
      expect([await cash('EUR'), await cash('USD')]).toEqual(held)
      await rate('USD', 1.25)
      expect((await confirm(id)).status).toBe(200)
    }
  })

  test('replaces an open one of the same currencies, and no other', async () => {
    const [first, bitcoin, second] = [await quote(1000), await quote(1000, { to: 'BTC' }), await quote(2000)]
    expect(await confirm(first)).toMatchObject(refused('quoteExpired'))
    for (const id of [bitcoin, second]) expect((await confirm(id)).status).toBe(200)
    // Executed quotes are not replaced.
    await quote(1000)
    expect((await confirm(second)).status).toBe(200)
  })

  // Shows: attack 109
  test('that has expired is refused and moves nothing, also 50 at once', async () => {
    const id = await quote(10_000)
    app.clock.forward(300_000)
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => confirm(id))))
      expect(answer).toMatchObject(refused('quoteExpired'))
    expect(await cash('EUR')).toBe(100_000)
  })

  test('of another player, or that does not exist, is not found', async () => {
    const id = await quote(10_000)
    const other = await app.player({ currencies: ['EUR', 'USD'] })
    await other.fund('EUR', 100_000n)
    for (const unknown of [id, randomUUID()]) expect((await confirm(unknown, other)).status).toBe(404)
    expect((await confirm('1')).status).toBe(422)
    expect(await cash('EUR', other)).toBe(100_000)
  })

  test('is removed once it has long expired; a confirmed one stays', async () => {
    const [expired, confirmed] = [await quote(1000), await quote(1000)]
    await confirm(confirmed)
    app.clock.forward(3_600_000)
    for (const job of jobs(app.deps)) await job.run(new AbortController().signal, { kind: 'system', job: job.name })
    const { rows } = await app.asOwner('SELECT id FROM wallet.swaps WHERE player_id = $1', [player.id])
    expect(rows).toEqual([{ id: confirmed }])
    expect((await confirm(expired)).status).toBe(404)
  })

  test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 2, '100', null])('of %s is refused', async (amount) => {
    expect((await player.call('POST', '/api/wallet/swaps/quotes', { from: 'EUR', to: 'USD', amount })).status).toBe(422)
  })

  test('below the minimum, above what a balance may be, in one currency, or in an unknown one is refused', async () => {
    expect(await ask(99)).toMatchObject(refused('amountTooSmall'))
    expect(await ask(Number.MAX_SAFE_INTEGER)).toMatchObject(refused('dailyLimitReached'))
    expect(await ask(5000, { to: 'EUR' })).toMatchObject(refused('currencyNotOffered'))
    expect(await ask(5000, { to: 'XXX' })).toMatchObject(refused('currencyNotOffered'))
  })

  test('is limited to 60 a minute for a player', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 61; n++) answers.push(await ask(1000))
    expect(answers.at(-1)!.status).toBe(429)
  })
})

describe('a rule on money holds for swaps', () => {
  // Shows: attack 110, pair limits/swap
  test('deposits that must be staked first cannot be swapped, and swapping back and forth does not change that', async () => {
    await app.asOwner('UPDATE wallet.accounts SET turnover_total = 100000, turnover_placed = 99999 WHERE id = $1', [
      player.accounts.EUR,
    ])
    expect(await confirm(await quote(10_000))).toMatchObject({ status: 422, body: { error: { name: 'turnoverOpen' } } })
    await player.fund('USD', 10_000n)
    expect((await confirm(await quote(10_000, { from: 'USD', to: 'EUR' }))).status).toBe(200)
    const { body } = await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=EUR')
    expect(body).toMatchObject({ total: 100_000, turnOverWagerAmount: 1 })
    expect(await withdraw(1000)).toMatchObject(refused('turnoverOpen'))
    await app.asOwner('UPDATE wallet.accounts SET turnover_placed = 100000 WHERE id = $1', [player.accounts.EUR])
    expect((await confirm(await quote(10_000))).status).toBe(200)
  })

  // Shows: attack 111, pair bonus/swap
  test.each([1, 2] as const)(
    'with a bonus of status %i nothing is swapped away from it; money may be added',
    async (status) => {
      const id = await quote(10_000)
      await bonus(status)
      expect(await confirm(id)).toMatchObject(refused('bonusIsOpen'))
      await player.fund('USD', 10_000n)
      expect((await confirm(await quote(5000, { from: 'USD', to: 'EUR' }))).status).toBe(200)
      await deleteBonuses(app, player.id)
    },
  )

  // Shows: pair bonus/swap, pair deposit/swap
  longTest(
    'a deposit credited with its bonus during a swap: the earlier balance is swapped, or nothing is',
    async () => {
      await app.asOwner('UPDATE wallet.accounts SET turnover_total = 0 WHERE id = $1', [player.accounts.EUR])
      for (let round = 0; round < 6; round++) {
        player = await app.player({ currencies: ['EUR', 'USD'] })
        await player.fund('EUR', 20_000n)
        const id = await quote(20_000)
        await payDeposit()
        const acts = [() => confirm(id), () => app.settle()]
        const [swapped] = (await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))).filter(
          (answer) => answer !== undefined,
        )
        await app.settle()
        const isSwapped = swapped!.status === 200
        if (!isSwapped) expect(['bonusIsOpen', 'turnoverOpen']).toContain(swapped!.body.error.name)
        expect(await wallet()).toEqual({ cash: isSwapped ? 5000 : 25_000, bonus: 5000, vault: 0 })
      }
    },
    60_000,
  )

  // Shows: pair swap/vault, pair withdrawal/swap
  test('bonus money, money on hold and money in the vault are not swapped', async () => {
    expect((await withdraw(40_000)).status).toBe(200)
    const into = `/api/wallet/accounts/${player.accounts.EUR}/vault`
    expect((await player.call('POST', into, { amount: 40_000, idempotencyKey: randomUUID() })).status).toBe(200)
    expect(await confirm(await quote(20_001))).toMatchObject(refused('insufficientFunds'))
    expect((await confirm(await quote(20_000))).status).toBe(200)
  })

  // Shows: pair currency/swap
  test('a currency that is switched off between quote and confirmation is refused, on either side', async () => {
    await player.fund('USD', 10_000n)
    for (const way of [{}, { from: 'USD', to: 'EUR' }]) {
      const id = await quote(5000, way)
      await turn('USD', false)
      expect(await confirm(id)).toMatchObject(refused('currencyNotOffered'))
      expect(await ask(5000)).toMatchObject(refused('currencyNotOffered'))
      await turn('USD', true)
      expect((await confirm(id)).status).toBe(200)
    }
  })

  // Shows: attack 153, pair currency/swap, pair swap/rates
  test('neither a rate that waits for an operator nor outdated rates are used', async () => {
    const id = await quote(5000)
    await app.asOwner(`INSERT INTO reference.held_rates VALUES ('USD', 2, 'test', now(), now())`)
    expect(await confirm(id)).toMatchObject(refused('swapsUnavailable'))
    expect((await confirm(await quote(5000, { to: 'BTC' }))).status).toBe(200)
    await app.asOwner('DELETE FROM reference.held_rates')
    // The clock moves past the versions that other tests set on later days.
    app.clock.forward(72 * 3_600_000)
    expect(await ask(5000)).toMatchObject(refused('swapsUnavailable'))
    // A rate that is confirmed or set does not make another usable.
    await rate('USD', 1.25)
    expect((await ask(5000)).status).toBe(200)
    expect(await ask(5000, { to: 'BTC' })).toMatchObject(refused('swapsUnavailable'))
    const reported: RatesSource = {
      name: 'test',
      read: async () => ok({ at: app.clock.now(), rates: { EUR: 1, USD: 1.25 } }),
    }
    await refreshRates({ ...app.deps, actor: { kind: 'system', job: 'rates' } }, reported)
    expect(await ask(5000, { to: 'BTC' })).toMatchObject(refused('swapsUnavailable'))
  })

  // Shows: pair exclusion/swap
  test.each([
    ['a break', { definition: 5, period: '1-day' }],
    ['a self-exclusion', { definition: 4, period: '6-months' }],
  ] as const)('%s: after it nothing is swapped, before it the swap is final, at once either', async (_name, limit) => {
    const [before, after] = [await quote(1000), await quote(1000, { to: 'BTC' })]
    const ctx = await authenticated()
    expect((await confirmSwap(ctx, { id: before })).ok).toBe(true)
    expect((await addLimit(ctx, limit)).ok).toBe(true)
    expect(await confirmSwap(ctx, { id: after })).toMatchObject({ ok: false, refusal: 'playerExcluded' })
    expect(await confirmSwap(ctx, { id: before })).toMatchObject({ ok: true })
    expect(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`)).toBe(99_000n)
    for (let round = 0; round < 4; round++) {
      player = await app.player({ currencies: ['EUR', 'USD'] })
      await player.fund('EUR', 5000n)
      const id = await quote(5000)
      const racing = await authenticated()
      const [swapped, ended] = await Promise.all([confirmSwap(racing, { id }), addLimit(racing, limit)])
      expect(ended.ok).toBe(true)
      expect(await app.deps.ledger.balance(`player:${player.id}:cash:EUR`)).toBe(swapped.ok ? 0n : 5000n)
    }
  })

  // Shows: pair closure/swap, pair swap/block
  test('a limited or closed account swaps nothing', async () => {
    const id = await quote(1000)
    const ctx = await authenticated()
    for (const status of [2, 4]) {
      await app.asOwner('UPDATE identity.players SET status = $2 WHERE id = $1', [player.id, status])
      expect(await confirmSwap(ctx, { id })).toMatchObject({ ok: false, refusal: 'playerLimited' })
    }
    await app.asOwner('UPDATE identity.players SET status = 1 WHERE id = $1', [player.id])
  })

  // Shows: pair closure/swap
  test('a swap during the closure of the account is executed, or the account closes without money', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player()
      await player.fund('EUR', 1000n)
      const id = await quote(1000)
      const ctx = await authenticated()
      expect(await closeAccount(ctx, {})).toMatchObject({ ok: false, refusal: 'moneyLeft' })
      const [closed, swapped] = await Promise.all([
        stake(1000).then(() => closeAccount(ctx, {})),
        confirmSwap(ctx, { id }),
      ])
      expect(closed.ok).toBe(!swapped.ok)
    }
  })

  // Shows: pair restricted country/swap
  test('in a restricted country nothing is quoted or confirmed', async () => {
    const id = await quote(1000)
    const ctx = await authenticated()
    const abroad = { ...ctx, caller: { ...ctx.caller, country: 'AT' } }
    expect(await confirmSwap(abroad, { id })).toMatchObject({ ok: false, refusal: 'countryRestricted' })
    expect(await cash('EUR')).toBe(100_000)
  })

  // Shows: pair second factor/swap
  test('a session that was idle for half an hour requires a step-up before a swap', async () => {
    player = await app.player({ currencies: ['EUR', 'USD'], isProven: false })
    await player.fund('EUR', 10_000n)
    app.clock.forward(31 * 60_000)
    const id = await quote(1000)
    expect(await confirm(id)).toMatchObject(refused('stepUpRequired'))
  })
})

test('if the daily limit is 0, swaps are off', async () => {
  const closed = { ...app.deps.settings, swaps: { ...app.deps.settings.swaps, dailyLimit: 0 } }
  const id = await quote(1000)
  expect(await confirmSwap({ ...(await authenticated()), settings: closed }, { id })).toMatchObject({
    ok: false,
    refusal: 'swapsUnavailable',
  })
})
