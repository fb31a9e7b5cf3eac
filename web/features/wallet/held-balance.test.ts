import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/wallet.ts'
import { clearSession, storeToken } from '../../api/session.ts'
import {
  announceRounds,
  delayedBalances,
  DelayedBalances,
  followOtherTabs,
  holdOf,
  longestMs,
  resultMs,
  silenceMs,
  withHold,
} from './held-balance.ts'
import { betweenRounds } from './running-rounds.ts'

let now = 0
let timers: Array<{ at: number; run: () => void }> = []
const createBalances = () =>
  new DelayedBalances({
    now: () => now,
    later(run, ms) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
  })
function pass(ms: number) {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { run } of due) run()
}
const account = (currency = 'EUR', changed: Partial<Account> = {}): Account => ({
  id: '01990000-0000-7000-8000-000000000001',
  currency,
  balance: 1000,
  bonusBalance: 0,
  roundsNet: 0,
  withdrawalBalance: 1000,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1,
  version: 1,
  ...changed,
})
const round = { playId: 'one', currency: 'EUR', roundsNet: -100, bonusBalance: 0 }
beforeEach(() => {
  now = 0
  timers = []
})
afterEach(() => {
  delayedBalances.clear()
  vi.unstubAllGlobals()
})

test('a balance is held from the start to the end of a round, in its currency only', () => {
  const balances = createBalances()
  balances.hold(round)
  expect([balances.of('EUR')?.roundsNet, balances.of('USD')]).toEqual([-100, undefined])
  balances.release('another')
  expect(balances.of('EUR')?.roundsNet).toBe(-100)
  balances.release('one')
  expect(balances.of('EUR')).toBeUndefined()
})

test('the result of a round is shown from its end, also before the ledger has reported it', () => {
  const balances = createBalances()
  const shown = () => withHold(account('EUR', { balance: 1000 }), balances.of('EUR')).balance
  balances.hold(holdOf(account(), { playId: 'one', stake: 100 }))
  // A further act in the same round.
  balances.hold(holdOf(withHold(account(), balances.of('EUR')), { playId: 'one', stake: 0 }))
  expect([balances.isHolding, shown()]).toEqual([true, 900])
  balances.release('one', 250)
  expect([balances.isHolding, shown()]).toEqual([false, 1250])
  // The next round starts from this result.
  balances.hold(holdOf(withHold(account(), balances.of('EUR')), { playId: 'two', stake: 50 }))
  expect(shown()).toBe(1200)
  balances.release('two', -50)
  expect(shown()).toBe(1200)
  pass(resultMs)
  expect(balances.of('EUR')).toBeUndefined()
  // Its stake was taken before this page knew the round, so the result cannot be calculated.
  balances.hold(holdOf(account(), { playId: 'three', stake: 0 }))
  balances.release('three', 250)
  expect(shown()).toBe(1000)
})

test('the balance is released 30 seconds after the last report of the game', () => {
  const balances = createBalances()
  const listener = vi.fn()
  balances.listen(listener)
  balances.hold(round)
  pass(silenceMs - 1)
  expect(balances.of('EUR')?.roundsNet).toBe(-100)
  pass(1)
  expect(balances.of('EUR')).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('each step of a round extends the hold, up to five minutes in total', () => {
  const balances = createBalances()
  balances.hold(round)
  for (let steps = 0; steps < 14; steps++) {
    pass(20_000)
    balances.extend('one')
    expect(balances.of('EUR')?.roundsNet).toBe(-100)
  }
  pass(longestMs - now)
  expect(balances.of('EUR')).toBeUndefined()
  balances.extend('one')
  expect(balances.isHolding).toBe(false)
})

test('of two simultaneous rounds the later one determines the balance, and each ends separately', () => {
  const balances = createBalances()
  balances.hold(round)
  pass(10_000)
  balances.hold({ ...round, playId: 'two', roundsNet: -200 })
  expect(balances.of('EUR')?.roundsNet).toBe(-200)
  pass(20_000)
  expect(balances.of('EUR')?.roundsNet).toBe(-200)
  balances.release('two')
  expect(balances.isHolding).toBe(false)
})

// Shows: pair open round/second tab
test('a round holds the balance in other tabs of the same player, but not of other players', async () => {
  const [here, there, stranger] = ['a', 'a', 'b'].map((player) => {
    const balances = createBalances()
    return { player, balances }
  })
  const notes = new BroadcastChannel('rounds')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  const send = (note: object) => notes.postMessage(note)
  const received: unknown[] = []
  notes.onmessage = ({ data }) => received.push(data)
  const rounds = announceRounds(here!.player)
  rounds.begin([account()], { playId: 'one', currency: 'EUR', stake: 100 })
  rounds.extend('one')
  // A tab that is closed in the middle of a round releases it in the others.
  rounds.close()
  await vi.waitFor(() => expect(received).toHaveLength(3))
  const by = { playerId: 'a', page: expect.any(String) }
  expect(received).toEqual([
    { ...by, type: 'hold', hold: { ...round, netBefore: 0 } },
    { ...by, type: 'extend', playId: 'one' },
    { ...by, type: 'release', playId: 'one' },
  ])
  expect(delayedBalances.isHolding).toBe(false)
  const unfollow = [stranger!, there!].map(({ player }) => followOtherTabs(() => player))
  // What this page has posted itself changes nothing again.
  send({ ...(received[0] as object) })
  send({ playerId: 'c', type: 'hold', hold: { ...round, playId: 'zero' } })
  send({ playerId: 'a', type: 'hold', hold: { ...round, playId: 'two' } })
  await vi.waitFor(() => expect(delayedBalances.of('EUR')?.roundsNet).toBe(-100))
  send({ playerId: 'a', type: 'release', playId: 'two' })
  await vi.waitFor(() => expect(delayedBalances.isHolding).toBe(false))
  unfollow.forEach((close) => close())
  notes.close()
})

test('what would reveal a result is done once when the round has ended, however often it was requested', async () => {
  let runs = 0
  const read = betweenRounds(() => runs++)
  read()
  delayedBalances.hold(round)
  read()
  read()
  expect(runs).toBe(1)
  delayedBalances.release('one')
  await vi.waitFor(() => expect(runs).toBe(2))
})

// Shows: pair deposit/open round, pair withdrawal/open round
test.each([
  [
    'a deposit, then the result',
    [
      { balance: 2900, roundsNet: -100 },
      { balance: 3400, roundsNet: 400 },
    ],
    [2900, 2900],
  ],
  [
    'the result, then a deposit',
    [
      { balance: 1400, roundsNet: 400 },
      { balance: 3400, roundsNet: 400 },
    ],
    [900, 2900],
  ],
  ['both at once', [{ balance: 3400, roundsNet: 400 }], [2900]],
  [
    'a withdrawal and a loss',
    [
      { balance: 600, roundsNet: 0 },
      { balance: 500, roundsNet: -100 },
    ],
    [500, 500],
  ],
])('during a round other changes of the balance are shown, but not the result: %s', (_order, pushes, expected) => {
  const hold = holdOf(account(), { playId: 'one', stake: 100 })
  expect(withHold(account(), hold).balance).toBe(900)
  expect(pushes.map((push) => withHold(account('EUR', push), hold).balance)).toEqual(expected)
})

// Shows: pair bonus/open round
test('the stake is subtracted from cash first and then from bonus money', () => {
  const funded = account('EUR', { balance: 800, bonusBalance: 500 })
  const parts = (stake: number) => {
    const { balance, bonusBalance } = withHold(funded, holdOf(funded, { playId: 'one', stake }))
    return { cash: balance - bonusBalance, bonus: bonusBalance }
  }
  expect([parts(200), parts(400), parts(800)]).toEqual([
    { cash: 100, bonus: 500 },
    { cash: 0, bonus: 400 },
    { cash: 0, bonus: 0 },
  ])
})

// Shows: pair open round/account switch
test('after an account switch, a round affects only the balance of its own currency', () => {
  const rounds = announceRounds('a')
  const shown = (currency: string) => withHold(account(currency), delayedBalances.of(currency)).balance
  // The frame of the previous currency may still start a round.
  const accounts = [account('USD', { balance: 5 }), account('EUR', { status: 2 })]
  rounds.begin(accounts, { playId: 'one', currency: 'EUR', stake: 100 })
  expect([shown('EUR'), shown('USD')]).toEqual([900, 1000])
  rounds.begin(accounts, { playId: 'unknown', currency: 'BTC', stake: 1 })
  expect(delayedBalances.of('BTC')).toBeUndefined()
  // The frame is replaced by one of the new currency, so nothing reports the end of the round.
  rounds.endAll()
  expect(delayedBalances.isHolding).toBe(false)
  rounds.close()
})

// Shows: pair open round/second tab
test('the stake of a second round is subtracted from the shown balance, without the hidden result', () => {
  const rounds = announceRounds('a')
  rounds.begin([account()], { playId: 'one', currency: 'EUR', stake: 100 })
  const won = account('EUR', { balance: 1400, roundsNet: 400 })
  rounds.begin([won], { playId: 'two', currency: 'EUR', stake: 50 })
  expect(withHold(won, delayedBalances.of('EUR')).balance).toBe(850)
  rounds.close()
})

// Shows: pair open round/sign-out
test('sign-out and sign-in release all rounds, and a token refresh releases none', () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  for (const change of [() => clearSession('otherTab'), () => clearSession('refused'), () => storeToken('next')]) {
    delayedBalances.hold(round)
    storeToken('same', 'refreshed')
    expect(delayedBalances.isHolding).toBe(true)
    change()
    expect(delayedBalances.isHolding).toBe(false)
  }
})
