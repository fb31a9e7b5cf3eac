import { expect, test } from 'vitest'
import type { TournamentDefinition } from '../tournament-kind.ts'
import { placesOf, sharesOf, wholePool } from './prizes.ts'

type Prizes = TournamentDefinition['prizes']
const share = (percent: number) => ({ kind: 'share', percent }) as const
const prizes: Prizes = [
  { from: 1, to: 1, reward: share(50) },
  { from: 2, to: 3, reward: share(25) },
]

test('a pool is shared by weight and rounded down, and the first place has what is left over', () => {
  expect(sharesOf({ prizes }, 1001n, 3)).toEqual([501n, 250n, 250n])
  expect(sharesOf({ prizes }, 1003n, 3)).toEqual([503n, 250n, 250n])
})

test('places that nobody took leave their shares to the others', () => {
  expect(sharesOf({ prizes }, 1000n, 2)).toEqual([667n, 333n])
  expect(sharesOf({ prizes }, 1000n, 1)).toEqual([1000n])
})

test('places without a share win nothing of a pool', () => {
  const fixed: Prizes = [{ from: 1, to: 2, reward: { kind: 'cash', amount: { base: '5' } } as never }]
  expect(sharesOf({ prizes: fixed }, 1000n, 2)).toEqual([0n, 0n])
})

test('every place of a range is listed, the last one included', () => {
  expect(placesOf({ prizes }).map(({ place, reward }) => [place, reward])).toEqual([
    [1, share(50)],
    [2, share(25)],
    [3, share(25)],
  ])
})

test('entries add their price without the fee to the pool; a run without a price has the pool alone', () => {
  expect(wholePool({ pool: 1000n, buy_in: 250n, fee: 50n }, 3)).toBe(1600n)
  expect(wholePool({ pool: 1000n, buy_in: null, fee: null }, 3)).toBe(1000n)
})
