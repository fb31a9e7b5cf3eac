/** Runs all consumers until they are up to date, for tests without a consumer process. */
import { consumers } from '#server/modules.ts'
import type { Deps } from '#server/deps.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'

export async function catchUp(deps: Deps): Promise<void> {
  const running = await createConsumers(consumers, { db: deps.db, clock: deps.clock, log: deps.log, needs: deps })
  await running.catchUp()
  await running.stop()
}
