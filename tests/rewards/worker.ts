/** A process that consumes and grants until it is killed. Started by storm.test.ts with the address of its database. */
import { connect } from '#server/kernel/db/connect.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { isOutage } from '#server/kernel/http/errors.ts'
import { consumers } from './consumers.ts'
import { grantAll } from './grant-all.ts'
import { openDeps } from './world.ts'

const report = (error: string) => void process.send!({ error })
const log = { info() {}, debug() {}, warn() {}, error: report }
const db = await connect({ url: process.argv[2]!, log, poolSize: 3 })
const deps = await openDeps(db, { now: () => new Date() })
const running = await createConsumers(consumers, { db, clock: deps.clock, log, needs: deps, pollEveryMs: 50 })
running.start()
process.on('disconnect', () => process.exit(0))
process.send!({ started: true })
for (;;) {
  await grantAll(deps).catch((error: unknown) => {
    if (!isOutage(error)) report((error as Error).stack ?? String(error))
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
}
