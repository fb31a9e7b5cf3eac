/**
 * `npm test` runs the tests that take little time, and samples of those that repeat one thing many times (`short`).
 * Files run by name run all their tests, with samples (`every`). `npm run verify` does so with every file, but leaves out
 * the long tests of half of the product's files, by turns of commits, to end within an hour (`turn`). `npm run test:long`
 * runs every test, with all repetitions (`full`).
 */
import { test as anyTest, type TestAPI } from 'vitest'

const length = process.env.TEST_LENGTH
const isFull = length === 'full'

/** Returns how often a test repeats its work. */
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
