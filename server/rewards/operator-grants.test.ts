/** Rewards that operators grant by hand, beside whatever else moves the player's money: before, after and at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GrantedReward } from '#contract/desk/rewards.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { grantTo } from '#tests/setup/grants.ts'
import { operator } from '#tests/setup/operator.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { sendPayouts } from '../cashier/payouts/send-payouts.ts'
import { closeAccount } from '../profile/close-account.ts'
import { setRate } from '../reference/set-rate.ts'
import { switchCurrency } from '../reference/switch-currency.ts'
import { setStatus } from '../identity/sessions/set-status.ts'
import { freeBetKind } from '../sports/free-bet-kind.ts'
import { hideAccount } from '../wallet/hide-account.ts'
import { switchAccount } from '../wallet/switch-account.ts'
import { storeGrantLimits } from './grant-limits.ts'
import { payDue } from './pay-due.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
  await seedDefinitions(app.deps, [freeBetKind])
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ currencies: ['EUR', 'USD'] })
})
afterAll(() => app.close())

const breaches = () => findBreaches(app.deps.db.pool, allInvariants)
const { authenticated, payDeposit, stake, wallet, withdraw } = moneyCalls(
  () => app,
  () => player,
)
/** Throws the refusal, or its message. */
const grant = async (reward: GrantedReward, title: string, again: string | null = null) => {
  const granted = await grantTo(app.deps, player.id, reward, { title, again })
  if (!granted.ok) throw new Error(granted.message ?? granted.refusal)
  return granted.value.status
}
const cashOf = (amount: string, currency = 'EUR'): GrantedReward => ({ kind: 'cash', currency, amount })
const pointsOf = (points: number): GrantedReward => ({ kind: 'points', points })
const offerOf = (id: string, currency = 'EUR'): GrantedReward => ({ kind: 'offer', currency, id })
const freeBetIn = (currency: string): GrantedReward => ({ kind: 'freeBet', currency, id: 'free-bet-5' })
/** Every operator grants for a reason of their own. */
let reasons = 0
const give = (reward: GrantedReward) => grant(reward, `gesture ${reasons++}`)
const cash = async (currency = 'EUR') => (await player.account(currency))?.withdrawalBalance ?? 0
const grants = async () =>
  (
    await app.asOwner(
      'SELECT reward, amount::int, currency, status FROM rewards.grants WHERE player_id = $1 ORDER BY created_at',
      [player.id],
    )
  ).rows
const turn = async (code: string, isEnabled: boolean) => {
  await switchCurrency({ ...app.deps, actor: operator }, { code, isEnabled, comment: 'test' })
  await app.deps.reference.reload()
}
/** Both orders, then at once a few times; each with a player of its own. */
async function inEachOrder(acts: Array<() => Promise<unknown>>, judge: () => Promise<void>): Promise<void> {
  for (const order of ['first', 'last', 'at once', 'at once', 'at once']) {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    if (order === 'at once') await Promise.all(acts.map((act) => act()))
    else for (const act of order === 'first' ? acts : acts.toReversed()) await act()
    await judge()
    expect(await breaches()).toEqual([])
  }
}

describe('a grant', () => {
  // Shows: attack 151, pair kill/grant, pair second tab/grant
  test.each([[cashOf('12.50')], [pointsOf(250)], [offerOf('reward-spins-10')], [freeBetIn('EUR')]])(
    'that is sent again grants once, also at once: %j',
    async (reward) => {
      const answers = await Promise.allSettled(Array.from({ length: 4 }, () => grant(reward, 'sorry')))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = await grant(reward, 'sorry').catch((error: Error) => error.message)
      const [, again] = /^Granted at \S+ already, for the same reason\. .*“again”: (\S+)\.$/.exec(refused)!
      await expect(grant(reward, 'sorry', 'another')).rejects.toThrow(refused)
      expect(await grants()).toHaveLength(1)
      await grant(reward, 'sorry', again)
      await grant(reward, 'something else')
      app.clock.forward(25 * 3_600_000)
      await grant(reward, 'sorry')
      expect(await grants()).toHaveLength(4)
    },
  )

  test('is limited by what the site was started with last, also in a process with other settings', async () => {
    const settings = { ...app.deps.settings, rewards: { grantLimit: 1_000_000, grantPoints: 1_000_000 } }
    const ask = () => grantTo({ ...app.deps, settings }, player.id, cashOf('1250'))
    expect(await ask()).toMatchObject({
      refusal: 'aboveGrantLimit',
      message: expect.stringContaining('€1,000.00') as string,
    })
    await storeGrantLimits({ ...app.deps, settings: { ...settings, rewards: { grantLimit: 2000, grantPoints: 5 } } })
    try {
      expect(await ask()).toMatchObject({ ok: true })
      await expect(give(pointsOf(6))).rejects.toThrow('5 points')
    } finally {
      await storeGrantLimits(app.deps)
    }
  })

  // Shows: attack 151, pair grant/rates
  test('with a slip of a digit is refused: cash above the limit of a day, in any currency, and points', async () => {
    await expect(give(cashOf('1250'))).rejects.toThrow(
      'Operators may grant a player €1,000.00 within 24 hours, and this one has received €0.00: if the amount is right, start the site with a higher REWARDS_GRANT_LIMIT.',
    )
    await expect(give(cashOf('125', 'BTC'))).rejects.toThrow('REWARDS_GRANT_LIMIT')
    await expect(give(cashOf('90000000'))).rejects.toThrow('REWARDS_GRANT_LIMIT')
    await give(cashOf('600'))
    await expect(give(cashOf('600', 'USD'))).rejects.toThrow('this one has received €600.00')
    await give(cashOf('400'))
    await expect(give(cashOf('0.01'))).rejects.toThrow('REWARDS_GRANT_LIMIT')
    await expect(give(pointsOf(10001))).rejects.toThrow('REWARDS_GRANT_POINTS')
    await give(pointsOf(10000))
    await expect(give(pointsOf(1))).rejects.toThrow('has received 10000 points')
    expect(await cash()).toBe(100_000)
    app.clock.forward(25 * 3_600_000)
    await give(cashOf('1000'))
    expect(await breaches()).toEqual([])
  })

  // Shows: attack 151
  test('of many operators at once: together they grant no more than the limit', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => give(cashOf('300'))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await cash()).toBe(90_000)
  })
})

describe('cash from an operator', () => {
  const tenCash = () => give(cashOf('10'))

  // Shows: pair deposit/grant
  test('and a deposit with its bonus: both are credited', async () => {
    await inEachOrder([tenCash, async () => (await payDeposit(), await app.settle())], async () => {
      expect(await wallet()).toMatchObject({ cash: 6000, bonus: 5000 })
    })
  })

  // Shows: pair withdrawal/grant
  test('and a withdrawal in review or being sent: the amount on hold stays what it was', async () => {
    const out = async () => (await withdraw(5000), await sendPayouts(app.deps))
    await inEachOrder([async () => (await player.fund('EUR', 5000n), await out()), tenCash], async () => {
      expect((await wallet()).cash).toBe(1000)
    })
  })

  // Shows: pair open round/grant
  test('and stakes of the whole balance: nothing below zero, nothing lost', async () => {
    let staked: boolean[] = []
    const acts = [tenCash, async () => void (staked = await Promise.all([stake(1000), stake(1000)]))]
    await inEachOrder(acts, async () => {
      expect((await wallet()).cash).toBe(1000 - 1000 * staked.filter(Boolean).length)
    })
  })

  // Shows: pair closure/grant
  test('and the closure of the account: it is paid and the account stays open, or nothing is granted', async () => {
    let closed = { ok: false }
    const tenOrNothing = () =>
      tenCash().catch((error: Error) => {
        if (error.message !== 'withheld') throw error
      })
    await inEachOrder(
      [tenOrNothing, async () => void (closed = await closeAccount(await authenticated(), {}))],
      async () => {
        expect(await grants()).toMatchObject(closed.ok ? [] : [{ status: 'paid' }])
        expect((await wallet()).cash).toBe(closed.ok ? 0 : 1000)
      },
    )
  })

  // Shows: pair exclusion/grant
  test('and an exclusion: paid, or due and paid afterwards, once', async () => {
    const exclude = () => player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    await inEachOrder([tenCash, exclude], async () => {
      app.clock.forward(2 * 86_400_000)
      await payDue(app.deps)
      await payDue(app.deps)
      expect(await cash()).toBe(1000)
      app.clock.reset()
    })
  })

  // Shows: pair block/grant
  test('and a block: paid, or due and paid once the player is admitted', async () => {
    const put = (status: 'blocked' | 'active') =>
      setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status, reason: 'test' })
    await inEachOrder([tenCash, () => put('blocked')], async () => {
      await put('active')
      await payDue(app.deps)
      expect((await wallet()).cash).toBe(1000)
    })
  })

  // Shows: pair vault/grant
  test('and a transfer to the vault: together what was granted', async () => {
    await inEachOrder(
      [
        tenCash,
        () =>
          player.call('POST', `/api/wallet/accounts/${player.accounts['EUR']}/vault`, {
            amount: 1000,
            idempotencyKey: crypto.randomUUID(),
          }),
      ],
      async () => {
        const { cash: left, vault } = await wallet()
        expect(left + vault).toBe(1000)
      },
    )
  })

  // Shows: pair account switch/grant
  test('in a hidden account, one that is being hidden, or one that is switched to: it is seen', async () => {
    const hide = async () => hideAccount(await authenticated(), { id: player.accounts['USD']! })
    const turnTo = async (currency: string) => switchAccount(await authenticated(), { id: player.accounts[currency]! })
    const acts = [() => give(cashOf('10', 'USD')), hide, () => turnTo('USD'), () => turnTo('EUR')]
    await inEachOrder(acts, async () => {
      const { rows } = await app.asOwner(
        'SELECT status::int, cash::int FROM wallet.accounts WHERE player_id = $1 ORDER BY currency',
        [player.id],
      )
      expect(rows.filter(({ status }) => status === 1)).toHaveLength(1)
      expect(rows[1].cash).toBe(1000)
      expect(rows[1].status).not.toBe(3)
    })
  })

  // Shows: pair currency/grant
  test('in a currency that is switched off is refused with the reason; one that waits is paid nevertheless', async () => {
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    await give(cashOf('10', 'USD'))
    await turn('USD', false)
    await expect(give(cashOf('10', 'USD'))).rejects.toThrow('currencyNotOffered')
    await expect(give(offerOf('reward-bonus-5', 'USD'))).rejects.toThrow('currencyNotOffered')
    await expect(give(freeBetIn('USD'))).rejects.toThrow('currencyNotOffered')
    expect(await grants()).toHaveLength(1)
    app.clock.forward(2 * 86_400_000)
    await payDue(app.deps)
    expect(await cash('USD')).toBe(1000)
    await turn('USD', true)
  })

  // Shows: pair currency/grant
  test('at the moment its currency is switched off: before it, or refused', async () => {
    for (let round = 0; round < 4; round++) {
      player = await app.player({ currencies: ['EUR', 'USD'] })
      const [, granted] = await Promise.allSettled([turn('USD', false), give(cashOf('10', 'USD'))])
      expect(await cash('USD')).toBe(granted.status === 'fulfilled' ? 1000 : 0)
      await turn('USD', true)
    }
    expect(await breaches()).toEqual([])
  })

  // Shows: pair swap/grant
  test('and a swap of the whole balance: what was quoted is swapped, the rest stays', async () => {
    await setRate({ ...app.deps, actor: operator }, { code: 'USD', rate: 1.1625, comment: 'test' })
    const swap = async () => {
      const { body } = await player.call('POST', '/api/wallet/swaps/quotes', { from: 'EUR', to: 'USD', amount: 5000 })
      return player.call('PUT', `/api/wallet/swaps/quotes/${body.id}/confirm`)
    }
    await inEachOrder([async () => (await player.fund('EUR', 5000n), await swap()), tenCash], async () => {
      expect((await wallet()).cash).toBe(1000)
    })
  })
})

describe('a bonus from an operator', () => {
  const bonus = (currency = 'EUR') => give(offerOf('reward-bonus-5', currency))
  const held = async () => (await player.call('GET', '/api/game/player-bonuses')).body

  // Shows: pair withdrawal/grant
  test('while a withdrawal is open waits for the player', async () => {
    await player.fund('EUR', 5000n)
    expect((await withdraw(5000)).status).toBe(200)
    await bonus()
    expect(await held()).toMatchObject([{ status: 1 }])
    expect((await wallet()).bonus).toBe(0)
  })

  // Shows: pair bonus/grant
  test('beside another with wagering waits, and at once with it one of them is active', async () => {
    await inEachOrder([() => bonus(), async () => (await payDeposit(), await app.settle())], async () => {
      const statuses = (await held()).map(({ status }: { status: number }) => status).toSorted()
      expect(statuses).toEqual([1, 2])
    })
  })

  // Shows: pair account switch/grant
  test('in a hidden account is seen', async () => {
    await hideAccount(await authenticated(), { id: player.accounts['USD']! })
    await bonus('USD')
    const { rows } = await app.asOwner(
      `SELECT status::int, bonus::int FROM wallet.accounts WHERE player_id = $1 AND currency = 'USD'`,
      [player.id],
    )
    expect(rows[0].bonus).toBeGreaterThan(0)
    expect(rows[0].status).not.toBe(3)
    expect(await breaches()).toEqual([])
  })

  // Shows: pair free spins/grant
  test('in a currency of which the player has no account opens it, as free spins do', async () => {
    player = await app.player({ currencies: ['EUR'] })
    await bonus('USD')
    await give(offerOf('reward-spins-10', 'BRL'))
    const { rows } = await app.asOwner('SELECT currency FROM wallet.accounts WHERE player_id = $1 ORDER BY currency', [
      player.id,
    ])
    expect(rows.map(({ currency }) => currency)).toEqual(['BRL', 'EUR', 'USD'])
    expect(await breaches()).toEqual([])
  })
})
