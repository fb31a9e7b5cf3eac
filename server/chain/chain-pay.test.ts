import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSubunits } from '#contract/money.ts'
import { connect, type Database } from '../kernel/db/connect.ts'
import { bitcoinAccount } from '#tests/chain/bitcoin-node.ts'
import { bitcoinFor } from '#tests/chain/bitcoin-bank.ts'
import { evmFor } from '#tests/chain/evm-bank.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { devKeys } from '#sandbox/chain/dev-keys.ts'
import { type PartnerBench, paymentPartnerConformance } from '../partners/payments/conformance.ts'
import { bitcoinParts } from './bitcoin/bitcoin-parts.ts'
import { chainParts, createChainPay, watchesOf } from './chain-pay.ts'
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
  const chainsIn = (database: Database) => ({
    evm: chainParts(evm, { ...needs, db: database }),
    bitcoin: bitcoinParts(bitcoinFor({ url: 'http://127.0.0.1:9', xpub: bitcoinAccount().xpub }), {
      ...needs,
      db: database,
    }),
  })
  const chains = chainsIn(db)
  for (const watch of watchesOf(chains)) await startCursor(watch, { number: 1n, hash: '0x01' })
  bench = {
    // Reads only the database: the node may be unavailable.
    partner: createChainPay(chains),
    unreachable: createChainPay(chainsIn(nowhere)),
    currencies: ['ETH', 'USDT', 'BTC'],
    signedNotice: null,
    payoutFields: { crypto_network: evm.network, wallet_id: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    deposit: { method: 'chain.crypto', amount: null, currency: 'ETH', network: evm.network },
    payout: { method: 'chain.crypto', currency: 'ETH', amount: toSubunits(1_000_000_000) },
  }
})
afterAll(() => db.close())

describe('the chain as a payment partner', () => {
  paymentPartnerConformance(() => bench)
})

describe('Bitcoin as a payment partner', () => {
  paymentPartnerConformance(() => ({
    ...bench,
    deposit: { method: 'chain.crypto', amount: null, currency: 'BTC', network: 'bitcoin-regtest' },
  }))

  test('assigns an address of its own network to each account, and none for another currency or network', async () => {
    const open = (change: { currency?: string; network?: string }) =>
      bench.partner.openPayment({
        invoiceId: randomUUID(),
        accountId: randomUUID(),
        method: 'chain.crypto',
        amount: null,
        currency: 'BTC',
        network: 'bitcoin-regtest',
        fields: {},
        successUrl: 'http://house.test/ok',
        errorUrl: 'http://house.test/no',
        ...change,
      })
    const opened = await open({})
    expect(opened).toMatchObject({
      ok: true,
      value: {
        action: null,
        tag: null,
        address: expect.stringMatching(/^bcrt1q/),
        qr: expect.stringMatching(/^bitcoin:BCRT1Q[0-9A-Z]{38}$/),
      },
    })
    for (const change of [{ currency: 'ETH' }, { currency: 'USDT' }, { network: 'bitcoin' }])
      expect(await open(change)).toEqual({ ok: false, refusal: 'refused' })
  })

  test('pays nothing out', async () => {
    expect(bench.partner.withdrawalMethods({ currency: 'BTC', country: null })).toEqual([])
    const wanted = {
      invoiceId: randomUUID(),
      method: 'chain.crypto',
      currency: 'BTC',
      amount: toSubunits(100_000),
      fields: bench.payoutFields,
    }
    expect(await bench.partner.sendPayout(wanted)).toEqual({ ok: false, refusal: 'refused' })
  })
})
