import { defineConfig } from 'vitest/config'
import { splitByCommit, testGroups } from './tests/setup/groups.ts'
import { LongestFirst } from './tests/setup/longest-first.ts'

const { unit, database, product } = testGroups()
// See tests/setup/length.ts.
const isHalf = process.env.TEST_LENGTH === 'half'
const { whole, short } = isHalf ? splitByCommit(product) : { whole: product, short: [] }
const shared = {
  // Generous, because other work may share the machine: a test that hangs still ends.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // What a page comes to is waited for; the default of a second is less than a busy machine takes.
  expect: { poll: { timeout: 15_000 } },
  // The report prints the start of an error alone: the values compared have to be in it.
  chaiConfig: { truncateThreshold: 300 },
}
/** Two cores: more workers only take turns. */
const busy = { maxWorkers: 2, sequence: { groupOrder: 1 } }
/** A file that waits for a browser, a start or PostgreSQL leaves a quarter to half of its core unused. */
const waiting = { maxWorkers: 3, sequence: { groupOrder: 0 } }

const shortTests = { pool: 'forks', isolate: false, env: { TEST_LENGTH: 'short' } } as const

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/global.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Nothing of these stays behind in a module: one worker loads the sources once for all of them.
      { test: { ...shared, ...busy, name: 'unit', include: unit, pool: 'threads', isolate: false } },
      {
        test: {
          ...shared,
          ...waiting,
          name: 'database',
          include: database,
          pool: 'forks',
          isolate: false,
          // A transaction that takes locks out of order throws (server/kernel/locks.ts).
          env: { CHECK_LOCKS: 'true' },
        },
      },
      { test: { ...shared, ...waiting, name: 'product', include: whole, pool: 'forks', isolate: false } },
      ...(isHalf ? [{ test: { ...shared, ...waiting, ...shortTests, name: 'product-short', include: short } }] : []),
    ],
  },
})
