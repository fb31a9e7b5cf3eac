import { expect, test } from 'vitest'
import { newerAccount, risenTo } from './account.ts'

const at = (order: number, version: number) => ({
  points: order * 100,
  currentLevel: { name: `Level ${order}`, points: order * 100, order },
  nextLevel: null,
  version,
})

test('newerAccount returns the higher version, whichever arrives last', () => {
  expect(newerAccount(at(2, 5), at(1, 4)).version).toBe(5)
  expect(newerAccount(at(2, 5), at(3, 6)).version).toBe(6)
  expect(newerAccount(undefined, at(1, 1)).version).toBe(1)
})

// Shows: 4.12.1
test('risenTo returns the level only if it has risen, not if it is first read, lost or unchanged', () => {
  expect(risenTo(at(1, 1), at(3, 2))).toBe(3)
  expect(risenTo(undefined, at(3, 2))).toBeNull()
  expect(risenTo(at(3, 2), undefined)).toBeNull()
  expect(risenTo(at(3, 2), at(2, 3))).toBeNull()
  expect(risenTo(at(3, 2), at(3, 3))).toBeNull()
})
