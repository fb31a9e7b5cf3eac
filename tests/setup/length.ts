/**
 * Tests that repeat one thing many times: `npm test` runs a sample of the repetitions, `npm run test:long`, which is part
 * of `npm run verify`, all of them, or those that the sample leaves out.
 */
const isLong = process.env.TEST_LENGTH === 'long'

/** How often to repeat. */
export const repetitions = (sample: number, all: number): number => (isLong ? all : sample)

/** `count` cases, spread evenly from the first to the last; in a long run all of them. */
export function sampled<T>(all: readonly T[], count: number): T[] {
  if (isLong || count >= all.length) return [...all]
  return Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1 || 1))]!)
}

/** Independent cases, each worth one run: `npm test` runs the sample, a long run the rest. */
export const divided = <T>(sample: readonly T[], rest: readonly T[]): readonly T[] => (isLong ? rest : sample)
