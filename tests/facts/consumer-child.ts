/** A process that consumes until it is killed. Started by kill.test.ts with the address of its database. */
import { connect } from '#server/kernel/db/connect.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { totals } from './totals.ts'

const log = { info() {}, debug() {}, warn() {}, error: (text: string) => void process.send!({ error: text }) }
const db = await connect({ url: process.argv[2]!, log, poolSize: 1 })
const consumers = await createConsumers([totals], {
  db,
  clock: { now: () => new Date() },
  log,
  needs: {},
  pollEveryMs: 50,
})
consumers.start()
process.on('disconnect', () => process.exit(0))
process.send!({ started: true })
