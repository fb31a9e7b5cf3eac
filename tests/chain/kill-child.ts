/** Runs the chain's worker once in a process that a test kills. Its node stops answering at a given point. */
import { pino } from 'pino'
import { connect } from '#server/kernel/db/connect.ts'
import { chainParts } from '#server/chain/chain-pay.ts'
import type { EvmSettings } from '#server/chain/settings.ts'
import { runChainRound } from '#server/chain/worker.ts'

const { CHILD_DATABASE, CHILD_EVM } = process.env
const db = await connect({ url: CHILD_DATABASE!, log: { info() {}, warn() {}, debug() {} } })
const evm = JSON.parse(CHILD_EVM!, (_key, value: unknown) =>
  typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
) as EvmSettings
const parts = chainParts(evm, { db, clock: { now: () => new Date() }, log: pino({ level: 'info' }) })
await runChainRound(parts, { settle: async () => 'told to nobody', openExtra: async () => '' })
await db.close()
