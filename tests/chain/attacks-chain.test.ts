/** Attacks through a blockchain on a running site: attack 12 */
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger } from '#tests/product/product-database.ts'
import { registerPlayer, type SitePlayer, until } from '#tests/product/site-player.ts'
import { type BitcoinNode, startBitcoin } from './bitcoin-node.ts'
import { startNode, type TestNode } from './node.ts'

const rpcSecret = 'rpc-project-key-7731'
const esploraSecret = 'esplora-key-5520'
let node: TestNode
let bitcoin: BitcoinNode
let site: Site
beforeAll(async () => {
  node = await startNode()
  bitcoin = await startBitcoin()
  site = await startSite({
    env: {
      SEED: 'false',
      LOG_LEVEL: 'trace',
      CHAIN_EVM_RPC_URL: `${node.url}/v3/${rpcSecret}`,
      CHAIN_EVM_CHAIN_ID: '31337',
      CHAIN_EVM_XPUB: node.keys.xpub,
      CHAIN_EVM_USDT_ADDRESS: node.token,
      CHAIN_EVM_CONFIRMATIONS: '3',
      CHAIN_EVM_HOT_KEY: node.keys.hot,
      SANDBOX_CHAIN: '',
      CHAIN_BTC_ESPLORA_URL: `${bitcoin.url}/api/${esploraSecret}/`,
      CHAIN_BTC_XPUB: bitcoin.xpub,
      CHAIN_BTC_NETWORK: 'regtest',
      CHAIN_BTC_POLL_SECONDS: '1',
    },
  })
})
afterAll(async () => {
  await expectConsistentLedger(site)
  await site.discard()
  await node.close()
  await bitcoin.close()
})

async function fundedPlayer(currency = 'ETH'): Promise<SitePlayer> {
  return registerPlayer(site, { currency })
}

async function addressOf(player: SitePlayer, currency = 'ETH', network = 'ethereum'): Promise<string> {
  const start = () =>
    player.call('POST', '/api/payment/invoices/deposit', {
      method: 'chain.crypto',
      currency,
      amount: 1,
      accountId: player.accounts[currency],
      fields: { crypto_network: network },
    })
  // The site assigns no address before it has read the chain for the first time.
  await until(async () => (await start()).status === 200, 'an address is assigned')
  return (await start()).body.address
}

const isRead = (what = 'the chain is read to its end') =>
  until(async () => {
    const head = await node.client.getBlockNumber()
    return (
      (await ask<{ number: string }>(site, "SELECT number::text FROM chain.networks WHERE network = 'ethereum'"))[0]
        ?.number === String(head)
    )
  }, what)
async function mine(blocks: number): Promise<void> {
  await node.mine(blocks)
  await isRead()
}
const stage = async (player: SitePlayer) => (await player.call('GET', '/api/payment/invoices')).body.data[0]?.stage

// Shows: attack 12
longTest(
  '12: on a real chain: no credit before the confirmations, none for a payment removed by a reorg, for too little or for another coin',
  async () => {
    const [patient, undone, stingy, mistaken] = [
      await fundedPlayer(),
      await fundedPlayer(),
      await fundedPlayer(),
      await fundedPlayer(),
    ]
    const fork = async () => node.control.snapshot()
    await node.sendEther(await addressOf(patient), '0.5')
    await mine(2)
    await until(async () => (await stage(patient)) === 'confirming', 'the payment is seen')
    expect(await patient.cash('ETH')).toBe(0)
    await mine(1)
    await until(async () => (await patient.cash('ETH')) === 500_000_000, 'the payment is credited')

    const [undoneAt, stingyAt, mistakenAt] = [
      await addressOf(undone),
      await addressOf(stingy),
      await addressOf(mistaken),
    ]
    const before = await fork()
    await node.sendEther(undoneAt, '0.7')
    await mine(2)
    await until(async () => (await stage(undone)) === 'confirming', 'the payment is seen')
    await node.rewindTo(before)
    await node.sendEther(stingyAt, '0.0049')
    await node.sendTokens(mistakenAt, '50')
    await mine(15)
    await until(async () => (await stage(undone)) === 'failed', 'the vanished payment is given up')
    await until(
      async () => (await stage(stingy)) === 'review' && (await stage(mistaken)) === 'review',
      'the odd payments wait for a person',
    )
    expect([
      await patient.cash('ETH'),
      await undone.cash('ETH'),
      await stingy.cash('ETH'),
      await mistaken.cash('ETH'),
    ]).toEqual([500_000_000, 0, 0, 0])
    const credited = await ask<{ count: string }>(
      site,
      "SELECT count(*)::text AS count FROM ledger.movements WHERE kind = 'deposit'",
    )
    expect(credited[0]!.count).toBe('1')
  },
)

// Shows: attack 12
longTest(
  '12: on Bitcoin: no credit before the confirmations, none for a replaced payment or for too little',
  async () => {
    const [patient, fickle, stingy] = [await fundedPlayer('BTC'), await fundedPlayer('BTC'), await fundedPlayer('BTC')]
    const addressIn = (player: SitePlayer) => addressOf(player, 'BTC', 'bitcoin-regtest')
    const isReadTo = (height: number) =>
      until(
        async () =>
          (
            await ask<{ number: string }>(
              site,
              "SELECT number::text FROM chain.networks WHERE network = 'bitcoin-regtest'",
            )
          )[0]?.number === String(height),
        'the blocks are read',
      )
    await bitcoin.pay({ to: await addressIn(patient), sats: 40_000_000n })
    await until(async () => (await stage(patient)) === 'confirming', 'the payment is seen before a block has it')
    await bitcoin.mine(2)
    await isReadTo(bitcoin.height())
    expect(await patient.cash('BTC')).toBe(0)
    await bitcoin.mine(1)
    await until(async () => (await patient.cash('BTC')) === 40_000_000, 'the payment is credited')

    const taken = await bitcoin.pay({ to: await addressIn(fickle), sats: 30_000_000n })
    await until(async () => (await stage(fickle)) === 'confirming', 'the payment is seen before a block has it')
    await bitcoin.replace(taken, { to: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', sats: 30_000_000n })
    await bitcoin.pay({ to: await addressIn(stingy), sats: 19_999n })
    await until(
      async () => (await ask(site, "SELECT 1 FROM chain.transfers WHERE state = 'vanished'")).length === 1,
      'the replaced payment is missed',
    )
    await bitcoin.mine(15)
    await until(
      async () => (await stage(fickle)) === 'failed' && (await stage(stingy)) === 'review',
      'the one is given up, the other waits for a person',
    )
    expect([await patient.cash('BTC'), await fickle.cash('BTC'), await stingy.cash('BTC')]).toEqual([40_000_000, 0, 0])
  },
)

longTest('the key of the hot wallet and the key of the node are in no log and in no table', async () => {
  const secrets = [
    node.keys.hot,
    node.keys.hot.slice(2),
    node.keys.hot.slice(2).toUpperCase(),
    rpcSecret,
    esploraSecret,
    Buffer.from(node.keys.hot.slice(2), 'hex').toString('base64'),
  ]
  node.faults['*'] = 'refuse'
  bitcoin.faults['*'] = 'refuse'
  await until(
    async () => (site.output().match(/the node is unavailable/g)?.length ?? 0) > 1,
    'a fault of the node is logged',
  )
  delete node.faults['*']
  delete bitcoin.faults['*']
  const tables = await ask<{ name: string }>(
    site,
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  )
  expect(tables.length).toBeGreaterThan(30)
  const dumped = [site.output()]
  for (const { name } of tables)
    dumped.push(JSON.stringify(await ask<{ row: string }>(site, `SELECT t::text AS row FROM ${name} AS t`)))
  for (const secret of secrets) for (const text of dumped) expect(text.includes(secret)).toBe(false)
})
