/**
 * `npm test` runs the tests that take little time, and samples of those that repeat one thing many times. `npm run
 * test:long`, which is part of `npm run verify`, runs the others. Files run by name run all their tests.
 */
import { test as anyTest, type TestAPI } from 'vitest'

const length = process.env.TEST_LENGTH ?? 'all'
const isLong = length === 'long'
const isShort = length === 'short'

/** How often to repeat. */
export const repetitions = (sample: number, all: number): number => (isLong ? all : sample)

/** `count` cases, spread evenly from the first to the last; in a long run all of them. */
export function sampled<T>(all: readonly T[], count: number): T[] {
  if (isLong || count >= all.length) return [...all]
  return Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1 || 1))]!)
}

/**
 * Splits a `test` into that of `npm test` and that of a long run. `sampledTest` runs in both, for what takes its cases from
 * `sampled` or `repetitions`: a sample, and all of them; the hook before each is for both too.
 */
export const byLength = <Context>(each: TestAPI<Context>) => ({
  test: each.runIf(!isLong),
  longTest: each.runIf(!isShort),
  sampledTest: each,
  beforeEach: each.beforeEach,
})

/** For files that have both, instead of Vitest's own. Long is what takes over 1.5 s, or over 5 s with a browser. */
export const { test, longTest, sampledTest } = byLength(anyTest)
