import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#server/ledger/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import type { TestPlayer } from '#tests/setup/cashier.ts'
import { bitcoinAddressOf as addressOf, type BitcoinBank, bitcoinBank } from './bitcoin-bank.ts'
import { balanceOf, invoicesOf } from './evm-bank.ts'

let bank: BitcoinBank
let player: TestPlayer
beforeAll(async () => {
  bank = await bitcoinBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  for (const name of Object.keys(bank.node.faults)) delete bank.node.faults[name]
  bank.logged.length = 0
  await bank.node.forget()
  await bank.mine()
  player = await bank.player({ currencies: ['BTC'] })
})

const stages = async () => (await invoicesOf(player)).map(({ stage }) => stage)
const balance = () => balanceOf(player, 'BTC')
const suspense = () => bank.deps.ledger.balance('house:suspense:BTC')
const afterwards = async () =>
  expect(await reconcile({ db: bank.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])
const pay = async (sats: bigint, to?: string) => bank.node.pay({ to: to ?? (await addressOf(player)).address, sats })

describe('a deposit of Bitcoin', () => {
  test('is confirming before a block contains it, and credited once, after its confirmations and not before', async () => {
    const { address, qr } = await addressOf(player)
    expect(address).toMatch(/^bcrt1q/)
    expect(qr).toBe(`bitcoin:${address.toUpperCase()}`)
    await pay(5_000_000n, address)
    await bank.round()
    expect([await stages(), await balance()]).toEqual([['confirming'], 0])
    await bank.mine(2)
    expect([await stages(), await balance()]).toEqual([['confirming'], 0])
    await bank.mine(1)
    expect([await stages(), await balance()]).toEqual([['paid'], 5_000_000])
    await bank.mine(10)
    await reconcileInvoices(bank.deps)
    expect(await balance()).toBe(5_000_000)
    await afterwards()
  })

  test('that was never seen in the mempool is credited too', async () => {
    await pay(5_000_000n)
    await bank.mine(3)
    expect([await stages(), await balance()]).toEqual([['paid'], 5_000_000])
  })

  test('below the minimum is posted to suspense and leaves the address open for more', async () => {
    const before = await suspense()
    await pay(19_999n)
    await bank.round()
    await bank.mine(3)
    expect([await stages(), await balance()]).toEqual([['review'], 0])
    expect((await suspense()) - before).toBe(19_999n)
    await pay(30_000n)
    await bank.mine(3)
    expect(await balance()).toBe(30_000)
    await afterwards()
  })

  test('of a negligible amount creates no invoice', async () => {
    await pay(199n)
    await bank.round()
    expect(await stages()).toEqual([])
    await bank.mine(4)
    expect(await invoicesOf(player)).toEqual([])
    expect((await bank.transfers()).at(-1)).toMatchObject({ state: 'dust', amount: '199' })
  })

  test('of several payments to one address, two of them in one transaction, credits each as a separate invoice', async () => {
    const { address } = await addressOf(player)
    await bank.node.pay({ to: address, sats: 100_000n }, { to: address, sats: 200_000n })
    await bank.round()
    await pay(400_000n, address)
    await bank.mine(3)
    expect(await balance()).toBe(700_000)
    expect((await invoicesOf(player)).map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      [100_000, 2],
      [200_000, 2],
      [400_000, 2],
    ])
    await afterwards()
  })

  test('to an address whose deposit was cancelled is credited as a late payment', async () => {
    const { invoiceId, address } = await addressOf(player)
    await player.call('PUT', `/api/payment/invoices/${invoiceId}/decline`)
    await pay(100_000n, address)
    await bank.mine(3)
    expect(await balance()).toBe(100_000)
  })

  test('to an address assigned long ago is found in the block, although the mempool is no longer queried for it', async () => {
    const { address } = await addressOf(player)
    bank.clock.forward(40 * 24 * 3_600_000)
    bank.node.asked.length = 0
    await pay(100_000n, address)
    await bank.round()
    expect(bank.node.asked.filter((path) => path.includes(address))).toEqual([])
    await bank.mine(3)
    bank.clock.reset()
    expect(await balance()).toBe(100_000)
  })
})

describe('a payment replaced before a block contains it', () => {
  test('with a higher fee continues under the same invoice, and one of the two is credited', async () => {
    const { invoiceId, address } = await addressOf(player)
    const first = await pay(100_000n, address)
    await bank.round()
    await bank.node.replace(first, { to: address, sats: 90_000n })
    await bank.round()
    expect(await stages()).toEqual(['confirming'])
    await bank.mine(3)
    expect(await balance()).toBe(90_000)
    expect(await invoicesOf(player)).toMatchObject([{ id: invoiceId, stage: 'paid', amount: 90_000 }])
    await afterwards()
  })

  test('by one that was never seen in the mempool continues under the same invoice as well', async () => {
    const { invoiceId, address } = await addressOf(player)
    const first = await pay(100_000n, address)
    await bank.round()
    await bank.node.replace(first, { to: address, sats: 100_000n })
    await bank.mine(3)
    expect(await invoicesOf(player)).toMatchObject([{ id: invoiceId, stage: 'paid', amount: 100_000 }])
  })

  // Shows: attack 12
  test('by one to another address fails, and nothing is credited', async () => {
    const { address } = await addressOf(player)
    const other = (await addressOf(await bank.player({ currencies: ['BTC'] }))).address
    const first = await pay(100_000n, address)
    await bank.round()
    await bank.node.replace(first, { to: other, sats: 100_000n })
    await bank.round()
    expect(await stages()).toEqual(['confirming'])
    await bank.mine(20)
    expect([await stages(), await balance()]).toEqual([['failed'], 0])
    await afterwards()
  })

  test('and contained in a block after all is the one that is credited', async () => {
    const { invoiceId, address } = await addressOf(player)
    const first = await pay(100_000n, address)
    await bank.round()
    await bank.node.replace(first, { to: address, sats: 60_000n })
    await bank.round()
    await bank.node.resend(first)
    await bank.mine(3)
    expect(await invoicesOf(player)).toMatchObject([{ id: invoiceId, stage: 'paid', amount: 100_000 }])
    expect(await balance()).toBe(100_000)
    await afterwards()
  })

  test('is not assumed when a node merely drops it: it may be seen again', async () => {
    const first = await pay(100_000n)
    await bank.round()
    await bank.node.forget()
    await bank.round()
    expect([(await bank.transfers()).at(-1).state, await stages()]).toEqual(['vanished', ['confirming']])
    await bank.node.resend(first)
    await bank.round()
    expect((await bank.transfers()).at(-1)).toMatchObject({ state: 'pending', reported: 'pending' })
    await bank.mine(3)
    expect([await stages(), await balance()]).toEqual([['paid'], 100_000])
  })
})

describe('a Bitcoin reorg', () => {
  test('before the confirmations: the payment is pending again, and credited once in its new block', async () => {
    await pay(5_000_000n)
    const before = bank.node.height()
    await bank.mine(2)
    await bank.node.rewindTo(before)
    await bank.round()
    expect(await balance()).toBe(0)
    await bank.mine(2)
    expect([await stages(), await balance()]).toEqual([['confirming'], 0])
    await bank.mine(1)
    expect([await stages(), await balance()]).toEqual([['paid'], 5_000_000])
    expect((await bank.transfers()).filter(({ amount }) => amount === '5000000').at(-1)).toMatchObject({
      block_number: String(before + 1),
    })
    await afterwards()
  })

  test('that pays another address instead: the payment failed, and nothing was credited', async () => {
    const first = await pay(700_000n)
    const before = bank.node.height()
    await bank.mine(2)
    await bank.node.rewindTo(before)
    await bank.node.replace(first, { to: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', sats: 600_000n })
    await bank.mine(20)
    expect([await stages(), await balance()]).toEqual([['failed'], 0])
  })

  test('after the credit: nothing is reversed, and the operator is warned', async () => {
    const first = await pay(700_000n)
    const before = bank.node.height()
    await bank.mine(3)
    expect(await balance()).toBe(700_000)
    await bank.node.rewindTo(before)
    await bank.node.replace(first, { to: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', sats: 600_000n })
    await bank.mine(8)
    expect([await stages(), await balance()]).toEqual([['paid'], 700_000])
    expect(bank.logged.join()).toContain('no longer on the chain')
    await afterwards()
  })
})

describe('an Esplora server', () => {
  test('that is unavailable while money arrives: nothing is lost, and nothing is credited meanwhile', async () => {
    await pay(500_000n)
    bank.node.faults['*'] = 'refuse'
    await bank.node.mine(5)
    await expect(bank.round()).rejects.toThrow('it answered 503')
    expect([await invoicesOf(player), await balance()]).toEqual([[], 0])
    delete bank.node.faults['*']
    await bank.round()
    expect(await balance()).toBe(500_000)
  })

  test('without the bytes of a block, or with wrong ones, is queried again; the block is not skipped', async () => {
    await pay(500_000n)
    await bank.node.mine(3)
    bank.node.faults['block/'] = 'refuse'
    await expect(bank.round()).rejects.toThrow('it answered 503')
    delete bank.node.faults['block/']
    bank.node.spoil('a bit')
    await expect(bank.round()).rejects.toThrow('a malformed block')
    bank.node.spoil('another block')
    await expect(bank.round()).rejects.toThrow('a different block than requested')
    expect(await balance()).toBe(0)
    bank.node.spoil(null)
    await bank.round()
    expect(await balance()).toBe(500_000)
  })

  test('without a mempool does not prevent blocks from being read', async () => {
    await pay(500_000n)
    await bank.node.mine(3)
    bank.node.faults['address/'] = 'refuse'
    await bank.round().catch(() => undefined)
    expect(await balance()).toBe(500_000)
  })

  test('of another network than the configured one is not read', async () => {
    bank.restart()
    const { runBitcoinRound } = await import('#server/chain/bitcoin/worker.ts')
    await expect(
      runBitcoinRound(
        { ...bank.parts, genesis: '00'.repeat(32) },
        { settle: async () => '', openExtra: async () => '' },
      ),
    ).rejects.toThrow('its first block is 0f9188f1')
  })

  test('never has its URL in the log', async () => {
    bank.node.faults['*'] = 'refuse'
    const outcome = await bank.round().then(
      () => '',
      (error: Error) => error.message + error.stack,
    )
    expect(outcome).not.toContain(bank.node.url)
  })
})

test('each address belongs to one account, for any number of simultaneous requests, never changes, and no index is used twice', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => bank.player({ currencies: ['BTC'] })))
  const responses = await Promise.all(players.flatMap((one) => [addressOf(one), addressOf(one)]))
  expect(new Set(responses.map(({ address }) => address)).size).toBe(6)
  bank.restart()
  expect((await addressOf(players[0]!)).address).toBe(responses[0]!.address)
  const { rows } = await bank.asOwner(
    'SELECT count(DISTINCT child)::int AS children, count(*)::int AS addresses, max(child) + 1 AS next, (SELECT next_child FROM chain.keys) AS kept FROM chain.addresses',
  )
  expect(rows[0].children).toBe(rows[0].addresses)
  expect(rows[0].next).toBe(rows[0].kept)
})

test('a site that was down while blocks were mined continues where it stopped', async () => {
  await pay(250_000n)
  await bank.node.mine(12)
  bank.restart()
  await bank.round()
  expect(await balance()).toBe(250_000)
})

test('two processes that read the same chain credit once', async () => {
  const { address } = await addressOf(player)
  await pay(250_000n, address)
  await Promise.all([bank.round(), bank.round()])
  await bank.node.mine(4)
  await Promise.all([bank.round(), bank.round()])
  await bank.round()
  expect(await balance()).toBe(250_000)
  await afterwards()
})

test('Bitcoin is not paid out', async () => {
  const offered = await player.call('GET', '/api/payment/methods/withdrawal?currency=BTC')
  expect(JSON.stringify(offered.body)).not.toContain('chain.crypto')
})
