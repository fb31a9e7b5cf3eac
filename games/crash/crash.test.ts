import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawCount, drawnBy, hashBefore, topBits } from '../shared.ts'
import { firstFault, verdictOn } from './client/chain-panel.ts'
import { drawsThatReach, endsAfter, maths, pointOf, reachedAfter, reachedAt } from './maths.ts'
import { tipOf, trailOf } from './client/curve.ts'

const highest = 1_000_000

// Shows: 11.6
test('2 of 101 rounds crash at 1.00, to within one of the 2^52 draws', () => {
  const atOnce = drawCount - drawsThatReach(101)
  expect(atOnce).toBe((2n * drawCount + 100n) / 101n)
  expect(Number(atOnce) / Number(drawCount)).toBeCloseTo(2 / 101, 14)
})

// Shows: 11.6
test('99 % is returned at every cash-out target, short by less than one draw of 2^52', () => {
  for (let target = 101; target <= highest; target += target < 20_000 ? 1 : 137) {
    const paid = BigInt(target) * drawsThatReach(target)
    if (paid > 99n * drawCount || paid <= 99n * drawCount - BigInt(target))
      expect([target, paid]).toEqual([target, 99n * drawCount])
  }
})

test('a draw reaches a multiplier exactly as often as the count requires', () => {
  for (const target of [101, 102, 150, 199, 200, 333, 1_000, 12_345, 999_999, highest]) {
    const first = drawCount - drawsThatReach(target)
    expect(pointOf(first)).toBeGreaterThanOrEqual(target)
    expect(pointOf(first - 1n)).toBeLessThan(target)
  }
  expect([pointOf(0n), pointOf(drawCount - 1n)]).toEqual([100, highest])
})

test('a point is shown, and can be taken, for as long as the round runs; nobody can leave at 1.00', () => {
  for (const point of [100, 101, 102, 150, 200, 1_234, 98_765, 999_999]) {
    expect(reachedAfter(endsAfter(point) - 1)).toBeLessThanOrEqual(point)
    expect(reachedAfter(endsAfter(point))).toBeGreaterThan(point)
  }
  expect(endsAfter(highest)).toBe(reachedAt(highest))
  expect(reachedAfter(endsAfter(highest))).toBe(highest)
  expect(reachedAfter(-5)).toBe(100)
})

const drawOf = (...values: number[]) => ({ below: async () => values.shift()! })

test('a cash-out pays stake times multiplier exactly on average, and nothing is drawn before it', async () => {
  const choice = { round: 3, cashOutAt: null }
  const at = async (stake: number, hundredths: number, ...values: number[]) => {
    const draw = drawOf(...values)
    const opened = await maths.open(draw, stake, choice)
    expect(opened.view).toEqual({ game: 'crash', round: 3, cashOutAt: null, cashedOutAt: null, crashedAt: null })
    return (await maths.act(draw, opened.state, { type: 'cashOut', hundredths }))!.payout
  }
  expect(await at(100, 157)).toBe(157)
  // 30 * 1.01 = 30.3: three tenths of the numbers pay one more.
  expect(await at(30, 101, Math.floor(0.3 * 2 ** 32) - 1)).toBe(31)
  expect(await at(30, 101, Math.ceil(0.3 * 2 ** 32) + 1)).toBe(30)
})

test('a bet is never paid above its automatic cash-out, at 1.00, or without a multiplier, and no bet loses below its target', async () => {
  const opened = await maths.open(drawOf(), 100, { round: 1, cashOutAt: 200 })
  const act = (given: object) => maths.act(drawOf(), opened.state, given as never)
  for (const wrong of [
    { type: 'cashOut' },
    { type: 'cashOut', hundredths: 100 },
    { type: 'cashOut', hundredths: 201 },
    { type: 'cashOut', hundredths: 150, at: 1 },
    { type: 'crash', hundredths: 200 },
    { type: 'reveal', at: 3 },
  ])
    expect(await act(wrong), JSON.stringify(wrong)).toBeNull()
  expect(await act({ type: 'crash', hundredths: 199 })).toMatchObject({
    isFinal: true,
    payout: 0,
    view: { crashedAt: 199 },
  })
  for (const choice of [
    null,
    {},
    { round: 0, cashOutAt: null },
    { round: 1, cashOutAt: 100 },
    { round: 1, cashOutAt: 150.5 },
    { round: 1, cashOutAt: highest + 1 },
    { round: '1', cashOutAt: null },
  ])
    expect(maths.readChoice(choice, 100), JSON.stringify(choice)).toBeUndefined()
})

// Shows: 11.6, attack 141
test('the page recalculates points and chain in the browser, and finds a hash or a point that is not its own', async () => {
  const salt = 'public-salt-of-an-event'
  const chain = ['5e'.repeat(32)]
  for (let index = 0; index < 4; index++) chain.push(hash('sha256', chain.at(-1)!))
  const [published, ...played] = chain.toReversed()
  expect(await hashBefore(played[0]!)).toBe(published)
  const rounds = await Promise.all(
    played.map(async (each, index) => ({
      number: 7 + index,
      hash: each,
      point: pointOf(await drawnBy(salt, each)),
      mathsVersion: '1.0.0',
      isInterrupted: false,
      isCancelled: false,
      beacon: null,
    })),
  )
  const facts = {
    length: 4,
    lastHash: published!,
    firstRound: 7,
    event: '',
    salt,
    saltSource: '',
    createdAt: '',
    saltedAt: '',
    isDemo: false,
  }
  const newestFirst = rounds.toReversed()
  expect(await firstFault(newestFirst, facts)).toBeNull()
  expect(await firstFault(newestFirst, { ...facts, salt: 'another-salt-of-it' })).toBe(10)
  expect(await firstFault(newestFirst.with(1, { ...newestFirst[1]!, hash: 'a'.repeat(64) }), facts)).toBe(10)
  expect(await firstFault(newestFirst, { ...facts, lastHash: 'b'.repeat(64) })).toBe(7)
  // Of two rounds with a beacon one was cancelled: the other's point follows from the signature, not from the salt.
  const signature = 'b4'.repeat(48)
  const beacon = { chainHash: 'be'.repeat(32), round: 5, signature }
  const point = pointOf(await drawnBy(signature, newestFirst[0]!.hash))
  const decided = { ...newestFirst[0]!, point, beacon }
  const cancelled = { ...newestFirst[1]!, point: 100, isCancelled: true, beacon: { ...beacon, signature: null } }
  expect(await firstFault([decided, cancelled, ...newestFirst.slice(2)], facts)).toBeNull()
  expect(await firstFault([{ ...decided, beacon: null }, cancelled, ...newestFirst.slice(2)], facts)).toBe(10)
  expect(await firstFault([decided, { ...cancelled, hash: 'a'.repeat(64) }, ...newestFirst.slice(2)], facts)).toBe(10)
  const words = (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`
  expect(await verdictOn(newestFirst, facts, words)).toBe('chainGood {"count":4}')
  const withOldestWrong = newestFirst.with(3, { ...newestFirst[3]!, point: newestFirst[3]!.point + 1 })
  expect(await verdictOn(withOldestWrong, facts, words)).toBe('chainBad {"number":7}')
  expect(topBits('fffffffffffff0')).toBe(drawCount - 1n)
})

test('the trail ends where the flare is, and stays in the picture', () => {
  for (const elapsedMs of [0, 900, 8_000, 60_000]) {
    const climbed = { elapsedMs, multiplier: Math.exp(0.000_06 * elapsedMs) }
    const { x, y } = tipOf(climbed)
    expect(trailOf(climbed, 0.000_06)).toMatch(new RegExp(`${x.toFixed(2)} ${(100 - y).toFixed(2)}$`))
    expect([x >= 0 && x <= 100, y >= 0 && y <= 100]).toEqual([true, true])
  }
})
