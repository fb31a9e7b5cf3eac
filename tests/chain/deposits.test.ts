import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEther } from 'viem'
import { reconcile } from '#server/ledger/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import type { TestPlayer } from '#tests/setup/cashier.ts'
import { addressOf, balanceOf, type Bank, bank, invoicesOf } from './evm-bank.ts'

let fixture: Bank
let player: TestPlayer
beforeAll(async () => {
  fixture = await bank()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  for (const name of Object.keys(fixture.node.faults)) delete fixture.node.faults[name]
  fixture.logged.length = 0
  await fixture.mine()
  player = await fixture.player({ currencies: ['ETH', 'USDT'] })
})

const stages = async () => (await invoicesOf(player)).map(({ stage }) => stage)
const suspense = (currency: string) => fixture.deps.ledger.balance(`house:suspense:${currency}`)
const afterwards = async () =>
  expect(await reconcile({ db: fixture.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])

describe('a deposit on the chain', () => {
  test('is credited once, after its confirmations and not before', async () => {
    const { address, qr } = await addressOf(player)
    expect(qr).toBe(`ethereum:${address}@31337`)
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(1)
    expect([await stages(), await balanceOf(player)]).toEqual([['confirming'], 0])
    await fixture.mine(1)
    expect(await balanceOf(player)).toBe(0)
    await fixture.mine(1)
    expect([await stages(), await balanceOf(player)]).toEqual([['paid'], 500_000_000])
    await fixture.mine(10)
    await reconcileInvoices(fixture.deps)
    expect(await balanceOf(player)).toBe(500_000_000)
    await afterwards()
  })

  test('of a token is credited by its log, and its QR code contains the contract', async () => {
    const { address, qr } = await addressOf(player, 'USDT')
    expect(qr).toBe(`ethereum:${fixture.node.token}@31337/transfer?address=${address}`)
    await fixture.node.sendTokens(address, '125.5')
    await fixture.mine(3)
    expect(await balanceOf(player, 'USDT')).toBe(125_500_000)
  })

  test('counts whole gwei and records the rest', async () => {
    const { address } = await addressOf(player)
    await fixture.node.sendWei(address, parseEther('0.1') + 999_999_999n)
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(100_000_000)
    expect((await fixture.transfers()).at(-1)).toMatchObject({
      raw: '100000000999999999',
      amount: '100000000',
      rest: '999999999',
    })
  })

  test('below the minimum is posted to suspense and leaves the address open for more', async () => {
    const before = await suspense('ETH')
    const { address } = await addressOf(player)
    await fixture.node.sendEther(address, '0.001')
    await fixture.mine(3)
    expect([await stages(), await balanceOf(player)]).toEqual([['review'], 0])
    expect((await suspense('ETH')) - before).toBe(1_000_000n)
    await fixture.node.sendEther((await addressOf(player)).address, '0.02')
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(20_000_000)
    await afterwards()
  })

  test('of a negligible amount or of 0 creates no invoice', async () => {
    const { address } = await addressOf(player)
    await fixture.node.sendWei(address, 49_999n * 10n ** 9n)
    await fixture.node.sendTokens((await addressOf(player, 'USDT')).address, '0')
    await fixture.mine(4)
    expect(await invoicesOf(player)).toEqual([])
    expect((await fixture.transfers()).at(-1)).toMatchObject({ state: 'dust' })
  })

  test('in a token sent to an address for ETH is never ETH: it is posted to suspense in its currency', async () => {
    const before = [await suspense('ETH'), await suspense('USDT')]
    const { address } = await addressOf(player)
    await fixture.node.sendTokens(address, '50')
    await fixture.mine(4)
    expect([await balanceOf(player), await balanceOf(player, 'USDT')]).toEqual([0, 0])
    expect([await suspense('ETH'), await suspense('USDT')]).toEqual([before[0], before[1]! + 50_000_000n])
    expect(await invoicesOf(player)).toMatchObject([{ currency: 'USDT', stage: 'review', status: 1 }])
    await fixture.node.sendEther(address, '0.3')
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(300_000_000)
    await afterwards()
  })

  test('in an unknown token is only recorded and logged', async () => {
    const { address } = await addressOf(player)
    const other = await fixture.node.deployToken()
    await fixture.node.sendTokens(address, '1000000', other)
    await fixture.mine(4)
    expect(await invoicesOf(player)).toEqual([])
    expect((await fixture.transfers()).at(-1)).toMatchObject({ state: 'foreign', asset: other.toLowerCase() })
    expect(fixture.logged.join()).toContain('an unknown token')
  })

  test('of several payments to one address credits each, as a separate invoice', async () => {
    const { address } = await addressOf(player)
    await fixture.node.sendEther(address, '0.1')
    await fixture.node.sendEther(address, '0.2')
    await fixture.mine(1)
    await fixture.node.sendEther(address, '0.4')
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(700_000_000)
    expect((await invoicesOf(player)).map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      [100_000_000, 2],
      [200_000_000, 2],
      [400_000_000, 2],
    ])
    await afterwards()
  })

  test('to an address whose deposit was cancelled is credited as a late payment', async () => {
    const { invoiceId, address } = await addressOf(player)
    await player.call('PUT', `/api/payment/invoices/${invoiceId}/decline`)
    await fixture.node.sendEther(address, '0.1')
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(100_000_000)
  })

  test('with a failed transaction is not a deposit', async () => {
    const { address } = await addressOf(player, 'USDT')
    // The hot wallet has enough tokens when the transaction is sent, and none when it executes.
    await fixture.node.spendHot('0x00000000000000000000000000000000000000ee', { tokens: '1000000' })
    await fixture.node.spendHot(address, { tokens: '100' })
    await fixture.mine(4)
    expect(await balanceOf(player, 'USDT')).toBe(0)
    expect(await invoicesOf(player)).toEqual([])
    await fixture.node.sendTokens(fixture.node.hot, '1000000')
    await fixture.mine()
  })
})

describe('a reorg', () => {
  test('before the confirmations: the payment is pending again, and credited once in its new block', async () => {
    const { address } = await addressOf(player)
    const fork = await fixture.node.control.snapshot()
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(2)
    expect(await stages()).toEqual(['confirming'])
    await fixture.node.rewindTo(fork)
    await fixture.mine(3)
    expect((await fixture.transfers()).at(-1)).toMatchObject({ state: 'vanished' })
    expect([await stages(), await balanceOf(player)]).toEqual([['confirming'], 0])
    // The same account, nonce and call give the same transaction, in another block.
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(2)
    expect(await balanceOf(player)).toBe(0)
    await fixture.mine(1)
    expect([await stages(), await balanceOf(player)]).toEqual([['paid'], 500_000_000])
    expect(
      await fixture
        .transfers()
        .then((rows) => rows.filter(({ address_id: id }) => id === rows.at(-1).address_id).length),
    ).toBe(1)
  })

  test('before the confirmations, and the payment never reappears: it failed, and nothing was credited', async () => {
    const { address } = await addressOf(player)
    const fork = await fixture.node.control.snapshot()
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(1)
    await fixture.node.rewindTo(fork)
    await fixture.mine(20)
    expect([await stages(), await balanceOf(player)]).toEqual([['failed'], 0])
  })

  // Shows: attack 12
  test('after the credit: nothing is reversed, and the operator is warned', async () => {
    const { address } = await addressOf(player)
    const fork = await fixture.node.control.snapshot()
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(3)
    expect(await balanceOf(player)).toBe(500_000_000)
    await fixture.node.rewindTo(fork)
    await fixture.mine(8)
    expect([await stages(), await balanceOf(player)]).toEqual([['paid'], 500_000_000])
    expect(fixture.logged.join()).toContain('no longer on the chain')
    expect(
      (await fixture.asOwner(`SELECT flag FROM payments.invoices WHERE player_id = $1 AND status = 2`, [player.id]))
        .rows,
    ).toEqual([{ flag: 'failed after success' }])
    await afterwards()
  })
})

describe('a node', () => {
  test('that is unavailable while money arrives: nothing is lost, and nothing is credited meanwhile', async () => {
    const { address } = await addressOf(player)
    fixture.node.faults['*'] = 'refuse'
    await fixture.node.sendEther(address, '0.5')
    await fixture.node.mine(5)
    await expect(fixture.round()).rejects.toThrow()
    expect([await invoicesOf(player), await balanceOf(player)]).toEqual([[], 0])
    delete fixture.node.faults['*']
    await fixture.round()
    expect(await balanceOf(player)).toBe(500_000_000)
  })

  // Shows: fault 2
  test('without logs or receipts yet is queried again; the block is not skipped', async () => {
    const { address } = await addressOf(player, 'USDT')
    await fixture.node.sendTokens(address, '40')
    await fixture.node.mine(3)
    for (const method of ['eth_getLogs', 'eth_getTransactionReceipt']) {
      fixture.node.faults[method] = 'refuse'
      await expect(fixture.round()).rejects.toThrow()
      delete fixture.node.faults[method]
    }
    expect(await balanceOf(player, 'USDT')).toBe(0)
    await fixture.round()
    expect(await balanceOf(player, 'USDT')).toBe(40_000_000)
  })

  test('whose chain is shorter than what was read is lagging and changes nothing', async () => {
    const { address } = await addressOf(player)
    const fork = await fixture.node.control.snapshot()
    await fixture.node.sendEther(address, '0.5')
    await fixture.mine(4)
    await fixture.node.rewindTo(fork)
    await fixture.round()
    expect(fixture.logged.join()).not.toContain('no longer on the chain')
    expect((await fixture.transfers()).at(-1)).toMatchObject({ state: 'confirmed' })
    await fixture.mine(6)
  })

  test('of another chain than the configured one is not read', async () => {
    const other = await import('#server/chain/worker.ts')
    const parts = { ...fixture.parts, evm: { ...fixture.parts.evm, chainId: 1 } }
    await expect(other.runChainRound(parts, { settle: async () => '', openExtra: async () => '' })).rejects.toThrow(
      'it is on chain 31337',
    )
  })
})

describe('addresses', () => {
  test('belong to one account each, for any number of simultaneous requests, and never change', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => fixture.player({ currencies: ['ETH', 'USDT'] })))
    const responses = await Promise.all(
      players.flatMap((one) => [addressOf(one), addressOf(one), addressOf(one, 'USDT')]),
    )
    expect(new Set(responses.map(({ address }) => address)).size).toBe(16)
    fixture.restart()
    expect((await addressOf(players[0]!)).address).toBe(responses[0]!.address)
    const { rows } = await fixture.asOwner(
      'SELECT count(DISTINCT child)::int AS children, count(*)::int AS addresses, max(child) + 1 AS next, (SELECT next_child FROM chain.keys) AS kept FROM chain.addresses',
    )
    expect(rows[0].children).toBe(rows[0].addresses)
    expect(rows[0].next).toBe(rows[0].kept)
  })

  test('are never reassigned', async () => {
    await addressOf(player)
    await expect(fixture.asOwner('UPDATE chain.addresses SET account_id = gen_random_uuid()')).rejects.toThrow(
      'forever',
    )
    await expect(fixture.asOwner('DELETE FROM chain.addresses')).rejects.toThrow()
  })
})

test('a site that was down while blocks were mined continues where it stopped', async () => {
  const { address } = await addressOf(player)
  await fixture.node.sendEther(address, '0.25')
  await fixture.node.mine(40)
  fixture.restart()
  await fixture.round()
  expect(await balanceOf(player)).toBe(250_000_000)
})

test('two processes that read the same chain credit once', async () => {
  const { address } = await addressOf(player)
  await fixture.node.sendEther(address, '0.25')
  await fixture.node.mine(6)
  const [one, two] = [fixture.round(), fixture.round()]
  await Promise.all([one, two])
  await fixture.round()
  expect(await balanceOf(player)).toBe(250_000_000)
})

test('reconciliation reports a transfer and a payout that differ from the ledger', async () => {
  const named = async () =>
    (await reconcile({ db: fixture.deps.db, invariants: allInvariants, log: { error() {} } })).map(
      ({ invariant }) => invariant,
    )
  await fixture.asOwner(`UPDATE chain.transfers SET amount = amount + 1 WHERE reported = 'confirmed'`)
  expect(await named()).toEqual([
    'a confirmed transfer on a chain was posted once, as a credit or to suspense, with its amount',
  ])
  await fixture.asOwner(`UPDATE chain.transfers SET amount = amount - 1 WHERE reported = 'confirmed'`)
  await fixture.asOwner(
    `INSERT INTO chain.payouts (invoice_id, state, reported, queued_at) SELECT id, 'cancelled', 'cancelled', now() FROM payments.invoices WHERE status = 2 LIMIT 1`,
  )
  expect(await named()).toEqual(['a payout on a chain ended as its withdrawal did, with its amount'])
  await fixture.asOwner('DELETE FROM chain.payouts')
})
