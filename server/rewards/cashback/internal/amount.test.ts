import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashbackOf } from './amount.ts'
import { weekOf } from './week.ts'

const terms = { percent: 5, min: 100n, max: 20_000n }

// Shows: pair cashback/grant
test.each([
  ['a part of the loss, rounded down', { staked: 10_019n, won: 4_000n, rewards: 0n }, 300n],
  ['less by cash rewards', { staked: 10_000n, won: 4_000n, rewards: 2_000n }, 200n],
  ['nothing without a loss', { staked: 10_000n, won: 10_000n, rewards: 0n }, 0n],
  ['nothing where rewards exceed the loss', { staked: 10_000n, won: 9_000n, rewards: 5_000n }, 0n],
  ['nothing below the minimum', { staked: 1_999n, won: 0n, rewards: 0n }, 0n],
  ['the minimum itself', { staked: 2_000n, won: 0n, rewards: 0n }, 100n],
  ['at most the maximum', { staked: 10_000_000n, won: 0n, rewards: 0n }, 20_000n],
])('%s', (_, week, amount) => expect(cashbackOf(week, terms)).toBe(amount))

test('is never more than the percentage of the loss, and never falls as the loss grows', () => {
  const amount = fc.bigInt(0n, 10n ** 15n)
  const percent = fc.integer({ min: 1, max: 2500 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(amount, amount, amount, percent, (staked, won, more, of) => {
      const open = { percent: of, min: 0n, max: 10n ** 18n }
      const [less, greater] = [staked, staked + more].map((each) =>
        cashbackOf({ staked: each, won, rewards: 0n }, open),
      )
      const loss = staked > won ? staked - won : 0n
      expect(less! * 10_000n <= loss * BigInt(Math.round(of * 100))).toBe(true)
      expect(greater! >= less!).toBe(true)
    }),
  )
})

test('a week is from Monday to Monday in UTC', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (moment) => {
        const { start, end } = weekOf(moment)
        expect(start <= moment && moment < end).toBe(true)
        expect(start.getUTCDay()).toBe(1)
        expect(start.getTime() % 86_400_000).toBe(0)
      },
    ),
  )
})
