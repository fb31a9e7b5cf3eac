import { expect, test } from 'vitest'
import { amountOf, resultName, toneOf } from './results.ts'
import type { GameContext } from './view.ts'

const context = (freeSpins: object | null) =>
  ({
    words: (_: string, { net, gross }: Record<string, string>) => `${net} of ${gross}`,
    amounts: { written: String },
    session: { freeSpins },
  }) as unknown as GameContext

test.each([
  [0, 'noWin', 'none', '0'],
  [60, 'returned', 'returned', '60'],
  [100, 'stakeBack', 'returned', '100'],
  [108, 'won', 'win', '8 of 108'],
])('a payout of %i at a stake of 100 is called %s', (payout, name, tone, amount) => {
  const result = { payout, staked: 100 }
  expect([resultName(result), toneOf(result), amountOf(context(null), result)]).toEqual([name, tone, amount])
})

test('a win of a free spin is stated in full, because nothing was staked', () => {
  expect(amountOf(context({ stake: 100 }), { payout: 108, staked: 100 })).toBe('108')
})
