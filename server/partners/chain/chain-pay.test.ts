import { afterAll, beforeAll, describe } from 'vitest'
import { toSubunits } from '#contract/money.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { evmFor } from '#tests/chain/house.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { devKeys } from '#sandbox/chain/dev-keys.ts'
import { type PartnerBench, paymentPartnerConformance } from '../payments/conformance.ts'
import { chainParts, createChainPay } from './chain-pay.ts'
import { startCursor } from './cursor.ts'

let db: TestDatabase
let nowhere: Database
let bench: PartnerBench
beforeAll(async () => {
  db = await testDatabase()
  nowhere = await connect({ url: db.url, log: { info() {}, warn() {}, debug() {} } })
  await nowhere.pool.end()
  const evm = evmFor({ url: 'http://127.0.0.1:9', keys: devKeys() } as never)
  const needs = { clock: { now: () => new Date() }, log: { info() {}, warn() {}, error() {} } as never }
  const parts = chainParts(evm, { ...needs, db })
  await startCursor(parts, { number: 1n, hash: '0x01' })
  bench = {
    // It asks the database alone: the node may be away.
    partner: createChainPay(parts), unreachable: createChainPay(chainParts(evm, { ...needs, db: nowhere })), currencies: ['ETH', 'USDT'],
    signedNotice: null, payoutFields: { crypto_network: evm.network, wallet_id: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    deposit: { method: 'chain.crypto', amount: null, currency: 'ETH', network: evm.network }, payout: { method: 'chain.crypto', currency: 'ETH', amount: toSubunits(1_000_000_000) },
  }
})
afterAll(() => db.close())

describe('the chain as a payment partner', () => {
  paymentPartnerConformance(() => bench)
})
