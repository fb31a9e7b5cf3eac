import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keccak256, parseEther, parseGwei } from 'viem'
import { reconcile } from '#server/jobs/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import type { Loose, TestPlayer } from '#tests/setup/cashier.ts'
import { balanceOf, type Bank, bank, confirmations, evmFor, invoicesOf, unusedAddress, withdraw } from './evm-bank.ts'
import type { Fault } from './node.ts'

let house: Bank
let player: TestPlayer
let used = 0
beforeAll(async () => {
  house = await bank()
})
afterAll(() => house.close())
beforeEach(async () => {
  house.logged.length = 0
  house.clock.reset()
  await house.mine()
  player = await house.player({ currencies: ['ETH', 'USDT'] })
  await player.fund('ETH', 10_000_000_000n)
  await player.fund('USDT', 10_000_000_000n)
})
afterEach(async () => {
  for (const name of Object.keys(house.node.faults)) delete house.node.faults[name]
  expect(await reconcile({ db: house.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])
})

const fresh = () => unusedAddress(++used)
const etherAt = (address: string) => house.node.etherOf(address)
const payoutOf = async (invoice: Loose): Promise<Loose> =>
  (await house.payouts()).find(({ invoice_id }) => invoice_id === invoice.id)
const stageOf = async (invoice: Loose): Promise<string> =>
  (await invoicesOf(player)).find(({ id }) => id === invoice.id).stage
const transactionsOf = (invoice: Loose) =>
  house
    .asOwner('SELECT * FROM chain.transactions WHERE invoice_id = $1 ORDER BY signed_at, max_fee_wei', [invoice.id])
    .then(({ rows }) => rows)
const nextNonce = async () =>
  Number((await house.asOwner('SELECT next_nonce::int AS next FROM chain.wallets')).rows[0]?.next ?? 0)

describe('a withdrawal on the chain', () => {
  test('is signed, sent and paid after its confirmations', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    expect(await stageOf(invoice)).toBe('review')
    await house.round()
    expect(await stageOf(invoice)).toBe('sent')
    await house.mine(confirmations - 1)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'sent'])
    await house.mine(1)
    expect([await stageOf(invoice), await balanceOf(player)]).toEqual(['paid', 9_000_000_000])
    expect(Number((await transactionsOf(invoice))[0].fee_wei)).toBeGreaterThan(0)
  })

  test('of a token pays the token', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 250_000_000, to, 'USDT')
    await house.round()
    await house.mine(confirmations)
    expect([await house.node.tokensOf(to), await stageOf(invoice)]).toEqual([250_000_000n, 'paid'])
  })

  test.each([
    ['with a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5AAe')],
    ['that is too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA'],
    ['that is nobody’s', '0x0000000000000000000000000000000000000000'],
    ['of the token itself', 'token'],
    ['of the hot wallet', 'hot'],
    ['of another network', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ])('to an address %s is refused with the field', async (_, given) => {
    const wallet = given === 'token' ? house.node.token : given === 'hot' ? house.node.hot : given
    const { status, body } = await withdraw(house, player, 1_000_000_000, wallet)
    expect([status, body.error.name, Object.keys(body.error.fields)]).toEqual([422, 'fieldsInvalid', ['wallet_id']])
    expect(await balanceOf(player)).toBe(10_000_000_000)
  })

  test('can be cancelled until it is signed, and not after', async () => {
    const [early, late] = [
      await withdraw(house, player, 1_000_000_000, fresh()),
      await withdraw(house, player, 1_000_000_000, fresh()),
    ]
    expect((await player.call('PUT', `/api/payment/invoices/${early.id}/decline`)).body).toMatchObject({
      stage: 'declined',
    })
    await house.round()
    expect((await player.call('PUT', `/api/payment/invoices/${late.id}/decline`)).body.error.name).toBe(
      'invoiceInProgress',
    )
    await house.mine(confirmations)
    expect([await stageOf(early), await stageOf(late), await balanceOf(player)]).toEqual([
      'declined',
      'paid',
      9_000_000_000,
    ])
  })

  test('that fails on the chain is returned to the player', async () => {
    const invoice = await withdraw(house, player, 500_000_000, fresh(), 'USDT')
    house.node.faults.eth_sendRawTransaction = 'refuse'
    await expect(house.round()).rejects.toThrow()
    // Signed; then the tokens are spent by an earlier nonce, so the transaction executes after them.
    delete house.node.faults.eth_sendRawTransaction
    await house.node.control.impersonateAccount({ address: house.node.token })
    const slot = `0x${house.node.hot.slice(2).toLowerCase().padStart(64, '0')}` as const
    const held = await house.node.tokensOf(house.node.hot)
    await house.node.control.setStorageAt({ address: house.node.token, index: slot, value: `0x${'0'.repeat(64)}` })
    await house.round()
    await house.mine(confirmations)
    expect([await stageOf(invoice), await balanceOf(player, 'USDT')]).toEqual(['returned', 10_000_000_000])
    await house.node.control.setStorageAt({
      address: house.node.token,
      index: slot,
      value: `0x${held.toString(16).padStart(64, '0')}`,
    })
  })

  test('to a contract that accepts no coins is returned before a fee is spent', async () => {
    const other = await house.node.deployToken()
    const before = await nextNonce()
    const invoice = await withdraw(house, player, 500_000_000, other)
    await house.round()
    expect([await stageOf(invoice), await balanceOf(player), await nextNonce()]).toEqual([
      'returned',
      10_000_000_000,
      before,
    ])
  })
})

describe('20 simultaneous withdrawals', () => {
  test('use 20 consecutive nonces and each is paid once', async () => {
    const wallets = Array.from({ length: 20 }, fresh)
    const first = await nextNonce()
    const invoices = await Promise.all(wallets.map((to) => withdraw(house, player, 100_000_000, to)))
    await Promise.all([house.round(), house.round(), house.round()])
    await house.mine(confirmations)
    await house.round()
    const rows = (await house.payouts()).filter(({ invoice_id }) => invoices.some(({ id }) => id === invoice_id))
    expect(rows.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => first + index),
    )
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'paid'))
    for (const to of wallets) expect(await etherAt(to)).toBe(parseEther('0.1'))
  })
})

describe('the hot wallet', () => {
  test('with too little leaves the withdrawal queued, reports it, and pays once there is enough', async () => {
    const held = await house.node.etherOf(house.node.hot)
    await house.node.control.setBalance({ address: house.node.hot, value: parseEther('0.5') })
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    await house.round()
    await house.round()
    expect(await payoutOf(invoice)).toMatchObject({ state: 'queued', hindrance: 'the hot wallet has insufficient ETH' })
    expect(house.logged.filter((line) => line.includes('is delayed'))).toHaveLength(1)
    expect(await stageOf(invoice)).toBe('review')
    await house.node.control.setBalance({ address: house.node.hot, value: held })
    await house.round()
    await house.mine(confirmations)
    expect([await etherAt(to), (await payoutOf(invoice)).hindrance]).toEqual([parseEther('1'), null])
  })

  test('counts signed transactions that are in no block as spent', async () => {
    const held = await house.node.etherOf(house.node.hot)
    await house.node.control.setBalance({ address: house.node.hot, value: parseEther('1.5') })
    const [one, two] = [
      await withdraw(house, player, 1_000_000_000, fresh()),
      await withdraw(house, player, 1_000_000_000, fresh()),
    ]
    await house.round()
    await house.round()
    expect([(await payoutOf(one)).state, (await payoutOf(two)).state]).toEqual(['signed', 'queued'])
    await house.node.control.setBalance({ address: house.node.hot, value: held })
    await house.round()
    await house.mine(confirmations)
    expect(await stageOf(two)).toBe('paid')
  })
})

describe('fees', () => {
  test('above the cap keep withdrawals waiting, unsigned, until they fall', async () => {
    await house.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('400') })
    await house.mine()
    const before = await nextNonce()
    const invoice = await withdraw(house, player, 1_000_000_000, fresh())
    await house.round()
    expect(await payoutOf(invoice)).toMatchObject({ state: 'queued', hindrance: 'fees are above the limit' })
    expect(await nextNonce()).toBe(before)
    await house.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
    await house.mine()
    await house.mine(confirmations)
    expect(await stageOf(invoice)).toBe('paid')
  })

  test('that rise after the signing: the same nonce is resent with a higher fee, and pays once', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    await house.round()
    await house.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('60') })
    await house.mine()
    expect(await stageOf(invoice)).toBe('sent')
    house.clock.forward(61_000)
    await house.round()
    const sent = await transactionsOf(invoice)
    expect(sent.map(({ nonce }) => nonce)).toEqual([sent[0].nonce, sent[0].nonce])
    expect(BigInt(sent[1].max_fee_wei) * 8n).toBeGreaterThan(BigInt(sent[0].max_fee_wei) * 9n)
    expect((await payoutOf(invoice)).hindrance).toContain('higher fee')
    await house.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })

  test('that rise above the cap: it stays sent, the operator is warned, and nothing is sent twice', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    await house.round()
    await house.asOwner(`UPDATE chain.transactions SET max_fee_wei = $1 WHERE invoice_id = $2`, [
      String(parseGwei('149')),
      invoice.id,
    ])
    house.clock.forward(61_000)
    await house.round()
    expect((await payoutOf(invoice)).hindrance).toContain('above the limit')
    expect(await transactionsOf(invoice)).toHaveLength(1)
    await house.mine(confirmations)
    expect(await stageOf(invoice)).toBe('paid')
  })
})

describe('lost transactions, reorgs and foreign transactions', () => {
  test('a gap in the nonces closes: a transaction that the node dropped is resent', async () => {
    const wallets = [fresh(), fresh(), fresh()]
    const invoices: Loose[] = []
    for (const to of wallets) invoices.push(await withdraw(house, player, 100_000_000, to))
    await house.round()
    const [first] = await transactionsOf(invoices[0])
    await house.node.control.dropTransaction({ hash: first.hash })
    await house.mine()
    expect(await Promise.all(wallets.map(etherAt))).toEqual([0n, 0n, 0n])
    house.clock.forward(21_000)
    await house.round()
    await house.mine(confirmations)
    expect(await Promise.all(wallets.map(etherAt))).toEqual(wallets.map(() => parseEther('0.1')))
    expect(await Promise.all(invoices.map(stageOf))).toEqual(['paid', 'paid', 'paid'])
  })

  test('a payout whose block disappeared is resent as the same bytes', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    const fork = await house.node.control.snapshot()
    await house.round()
    await house.mine(1)
    expect(await etherAt(to)).toBe(parseEther('1'))
    await house.node.rewindTo(fork)
    await house.mine(1)
    house.clock.forward(21_000)
    await house.round()
    await house.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice), (await transactionsOf(invoice)).length]).toEqual([
      parseEther('1'),
      'paid',
      1,
    ])
  })

  test('a nonce used by another transaction: the payout is never signed again automatically', async () => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    house.node.faults.eth_sendRawTransaction = 'refuse'
    await expect(house.round()).rejects.toThrow()
    await house.node.spendHot('0x00000000000000000000000000000000000000ee', { ether: '0.01' })
    delete house.node.faults.eth_sendRawTransaction
    await house.mine(confirmations)
    expect([await etherAt(to), (await payoutOf(invoice)).hindrance]).toEqual([
      0n,
      'its nonce was used by another transaction: needs review',
    ])
    const next = await withdraw(house, player, 1_000_000_000, to)
    await house.round()
    await house.mine(confirmations)
    expect([await etherAt(to), await stageOf(next), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid', 'sent'])
  })

  test('an unavailable node: the withdrawal waits and is paid once it is back', async () => {
    house.node.faults['*'] = 'refuse'
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    await expect(house.round()).rejects.toThrow()
    expect(await stageOf(invoice)).toBe('review')
    delete house.node.faults['*']
    await house.round()
    await house.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })
})

describe("kill -9 between the signing and the node's answer", () => {
  test.each<[string, Fault]>([
    ['before the bytes left', 'drop'],
    ['after they left', 'swallow'],
  ])('%s: the same bytes are sent again and it is paid once', async (_, fault) => {
    const to = fresh()
    const invoice = await withdraw(house, player, 1_000_000_000, to)
    house.node.faults.eth_sendRawTransaction = fault
    house.node.asked.length = 0
    const evm = JSON.stringify(evmFor(house.node), (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
    const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', CHILD_DATABASE: databaseUrl(), CHILD_EVM: evm },
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect
      .poll(() => house.node.asked.includes('eth_sendRawTransaction'), { timeout: 15_000, interval: 10 })
      .toBe(true)
    // Forwarded or not: the node has it by now, or never will.
    await expect
      .poll(async () => fault === 'drop' || (await house.node.control.getTxpoolStatus()).pending > 0, {
        timeout: 5000,
        interval: 10,
      })
      .toBe(true)
    child.kill('SIGKILL')
    await ended
    const [signed] = await transactionsOf(invoice)
    expect([(await payoutOf(invoice)).state, signed.sent_at, keccak256(signed.raw)]).toEqual([
      'signed',
      null,
      signed.hash,
    ])
    delete house.node.faults.eth_sendRawTransaction
    house.restart()
    await house.round()
    await house.mine(confirmations)
    expect(await transactionsOf(invoice)).toHaveLength(1)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })
})

function databaseUrl(): string {
  return (house.deps.db as unknown as { url: string }).url
}
