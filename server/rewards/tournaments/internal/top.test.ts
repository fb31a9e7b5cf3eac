import { expect, test } from 'vitest'
import type { Named } from './present.ts'
import { aroundIn, isOlderThan } from './top.ts'

/** As many as are read: a hundred places that are shown, and twice three neighbours. */
const top = Array.from({ length: 106 }, (_, index) => ({
  player_id: `p${index + 1}`,
  place: index + 1,
  score: BigInt(1000 - index),
  reached: 1n,
  rounds: 1,
})) as Named[]
const placesAround = (player: string) => aroundIn(top, player)?.map(({ place }) => place)

test('three ahead and three behind are shown, as far as there are so many', () => {
  expect(placesAround('p1')).toEqual([1, 2, 3, 4])
  expect(placesAround('p3')).toEqual([1, 2, 3, 4, 5, 6])
  expect(placesAround('p50')).toEqual([47, 48, 49, 50, 51, 52, 53])
})

test('the last for whom three behind are certain to be known is at place 103', () => {
  expect(placesAround('p103')).toEqual([100, 101, 102, 103, 104, 105, 106])
  expect(placesAround('p104')).toBeUndefined()
  expect(placesAround('nobody')).toBeUndefined()
})

test('what was read is older than a score that has changed since, or that has come among those read', () => {
  const own = top[4]!
  expect(isOlderThan(top, own)).toBe(false)
  expect(isOlderThan(top, { ...own, score: 2000n })).toBe(true)
  expect(isOlderThan(top, { ...own, reached: 2n })).toBe(true)
  expect(isOlderThan(top, { ...own, rounds: 2 })).toBe(true)
  const other = { player_id: 'new', reached: 1n, rounds: 1 }
  const last = top.at(-1)!.score
  expect(isOlderThan(top, { ...other, score: last + 1n })).toBe(true)
  expect(isOlderThan(top, { ...other, score: last - 1n })).toBe(false)
  // Of equal scores, whoever reached it first is ahead.
  expect(isOlderThan(top, { ...other, score: last, reached: 0n })).toBe(true)
  expect(isOlderThan(top, { ...other, score: last, reached: 2n })).toBe(false)
  expect(isOlderThan(top.slice(0, 105), { ...other, score: 0n })).toBe(true)
})
