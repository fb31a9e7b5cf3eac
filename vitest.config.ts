import { defineConfig } from 'vitest/config'
import { testGroups } from './tests/setup/groups.ts'

const { unit, database, product } = testGroups()
const shared = {
  // Generous, because other work may share the machine: a test that hangs still ends.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What a page comes to is waited for; the default of a second is less than a busy machine takes.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/global.ts'],
    // Two cores: more workers only take turns, and races are then measured against the scheduler.
    maxWorkers: 2,
    projects: [
      // Nothing of these stays behind in a module: one worker loads the sources once for all of them.
      { test: { ...shared, name: 'unit', include: unit, pool: 'threads', isolate: false } },
      { test: { ...shared, name: 'database', include: database, pool: 'forks', isolate: false } },
      { test: { ...shared, name: 'product', include: product, pool: 'forks', isolate: false } },
    ],
  },
})
