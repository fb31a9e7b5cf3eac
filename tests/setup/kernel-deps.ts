/** Returns the dependencies of functions in the kernel and below, for tests without a whole site. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { KernelDeps } from '#server/deps.ts'
import type { Database } from '#server/kernel/db/connect.ts'
import { readSettings } from '#server/settings.ts'

export function kernelDeps(db: Database, parts: Partial<KernelDeps> = {}): KernelDeps {
  return {
    db,
    clock: { now: () => new Date() },
    randomBytes,
    log: pino({ level: 'silent' }),
    settings: readSettings({ NODE_ENV: 'test', SECRET: 'test-test-test-test-test-test-test-0123' }),
    ...parts,
  }
}
