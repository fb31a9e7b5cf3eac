import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followRounds, heldBalances, HeldBalances, longestMs, silenceMs } from './held-balance.ts'

let now = 0
let timers: Array<{ at: number; run: () => void }> = []
const held = () =>
  new HeldBalances({
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
const round = { playId: 'one', currency: 'EUR', balance: 900 }
beforeEach(() => {
  now = 0
  timers = []
})
afterEach(() => heldBalances.clear())

test('a balance is held from the start of a round to its end, in its currency alone', () => {
  const balances = held()
  balances.hold(round)
  expect([balances.shown('EUR'), balances.shown('USD')]).toEqual([900, undefined])
  balances.release('another')
  expect(balances.shown('EUR')).toBe(900)
  balances.release('one')
  expect(balances.shown('EUR')).toBeUndefined()
})

test('a game that reports nothing holds the balance for 30 seconds, and no longer', () => {
  const balances = held()
  const listener = vi.fn()
  balances.listen(listener)
  balances.hold(round)
  pass(silenceMs - 1)
  expect(balances.shown('EUR')).toBe(900)
  pass(1)
  expect(balances.shown('EUR')).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('each step of a long round holds on, up to five minutes in all', () => {
  const balances = held()
  balances.hold(round)
  for (let steps = 0; steps < 14; steps++) {
    pass(20_000)
    balances.extend('one')
    expect(balances.shown('EUR')).toBe(900)
  }
  pass(longestMs - now)
  expect(balances.shown('EUR')).toBeUndefined()
  balances.extend('one')
  expect(balances.isHolding).toBe(false)
})

test('of two rounds at once the later one decides, and each ends by itself', () => {
  const balances = held()
  balances.hold(round)
  pass(10_000)
  balances.hold({ ...round, playId: 'two', balance: 800 })
  expect(balances.shown('EUR')).toBe(800)
  pass(20_000)
  expect(balances.shown('EUR')).toBe(800)
  balances.release('two')
  expect(balances.isHolding).toBe(false)
})

test('a round is held in the other tabs of the same player, and in no other player’s', async () => {
  const [here, there, stranger] = ['a', 'a', 'b'].map((player) => {
    const balances = held()
    return { player, balances }
  })
  const notes = new BroadcastChannel('rounds')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  const send = (note: object) => notes.postMessage(note)
  const heard: unknown[] = []
  notes.onmessage = ({ data }) => heard.push(data)
  const rounds = followRounds(here!.player)
  rounds.begin(round)
  rounds.extend('one')
  // A tab that is closed in the middle of a round releases it in the others.
  rounds.close()
  await vi.waitFor(() => expect(heard).toHaveLength(3))
  expect(heard).toEqual([
    { playerId: 'a', type: 'hold', hold: round },
    { playerId: 'a', type: 'extend', playId: 'one' },
    { playerId: 'a', type: 'release', playId: 'one' },
  ])
  expect(heldBalances.isHolding).toBe(false)
  const follower = followRounds(stranger!.player)
  send({ playerId: there!.player, type: 'hold', hold: round })
  const own = followRounds('a')
  send({ playerId: 'a', type: 'hold', hold: { ...round, playId: 'two' } })
  await vi.waitFor(() => expect(heldBalances.shown('EUR')).toBe(900))
  send({ playerId: 'a', type: 'release', playId: 'two' })
  await vi.waitFor(() => expect(heldBalances.isHolding).toBe(false))
  follower.close()
  own.close()
  notes.close()
})
