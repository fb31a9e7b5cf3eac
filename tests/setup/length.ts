/**
 * How much of the tests a run includes. `short` (`npm test`): without long tests, and with samples of repeated cases.
 * `every` (files run by name): all tests, with samples. `half` (`npm run verify`): the same, but without the long tests of
 * half of the product's files, to end within an hour; the commit's hash selects the half. `full` (`npm run test:long`): all
 * tests, with all cases.
 */
import { test as anyTest, type TestAPI } from 'vitest'

const length = process.env.TEST_LENGTH
const isFull = length === 'full'

/** Returns how many times a test repeats its work. */
export const repetitions = (sample: number, all: number): number => (isFull ? all : sample)

/** Returns `count` cases, spread evenly from the first to the last; in a full run all of them. */
export function sampled<T>(all: readonly T[], count: number): T[] {
  if (isFull || count >= all.length) return [...all]
  return Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1 || 1))]!)
}

/** `longTest` is left out of `npm test`. */
export const byLength = <Context>(each: TestAPI<Context>) => ({
  test: each,
  longTest: each.runIf(length !== 'short'),
  beforeEach: each.beforeEach,
})

/**
 * Files with both kinds import these instead of Vitest's own. A test is long if it takes over 1.5 s, or over 4 s with a
 * browser.
 */
export const { test, longTest } = byLength(anyTest)
