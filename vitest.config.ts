import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/global.ts'],
    include: ['{contract,server,games,web,sandbox,scripts,tests}/**/*.test.{ts,tsx}'],
    // Generous, because other work may share the machine: a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a page comes to is waited for; the default of a second is less than a busy machine takes.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: more workers only take turns, and races are then measured against the scheduler.
    maxWorkers: 2,
    pool: 'forks',
  },
})
