import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { keccak256, parseEther, parseGwei } from 'viem'
import { reconcile } from '#server/ledger/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import type { Loose, TestPlayer } from '#tests/setup/cashier.ts'
import { balanceOf, type Bank, bank, confirmations, evmFor, invoicesOf, unusedAddress, withdraw } from './evm-bank.ts'
import type { Fault } from './node.ts'

let fixture: Bank
let player: TestPlayer
let used = 0
beforeAll(async () => {
  fixture = await bank()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.logged.length = 0
  fixture.clock.reset()
  await fixture.mine()
  player = await fixture.player({ currencies: ['ETH', 'USDT'] })
  await player.fund('ETH', 10_000_000_000n)
  await player.fund('USDT', 10_000_000_000n)
})
afterEach(async () => {
  for (const name of Object.keys(fixture.node.faults)) delete fixture.node.faults[name]
  expect(await reconcile({ db: fixture.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])
})

const fresh = () => unusedAddress(++used)
const etherAt = (address: string) => fixture.node.etherOf(address)
const payoutOf = async (invoice: Loose): Promise<Loose> =>
  (await fixture.payouts()).find(({ invoice_id }) => invoice_id === invoice.id)
const stageOf = async (invoice: Loose): Promise<string> =>
  (await invoicesOf(player)).find(({ id }) => id === invoice.id).stage
const transactionsOf = (invoice: Loose) =>
  fixture
    .asOwner('SELECT * FROM chain.transactions WHERE invoice_id = $1 ORDER BY signed_at, max_fee_wei', [invoice.id])
    .then(({ rows }) => rows)
const nextNonce = async () =>
  Number((await fixture.asOwner('SELECT next_nonce::int AS next FROM chain.wallets')).rows[0]?.next ?? 0)

describe('a withdrawal on the chain', () => {
  test('is signed, sent and paid after its confirmations', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    expect(await stageOf(invoice)).toBe('review')
    await fixture.round()
    expect(await stageOf(invoice)).toBe('sent')
    await fixture.mine(confirmations - 1)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'sent'])
    await fixture.mine(1)
    expect([await stageOf(invoice), await balanceOf(player)]).toEqual(['paid', 9_000_000_000])
    expect(Number((await transactionsOf(invoice))[0].fee_wei)).toBeGreaterThan(0)
  })

  test('of a token pays the token', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 250_000_000, to, 'USDT')
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await fixture.node.tokensOf(to), await stageOf(invoice)]).toEqual([250_000_000n, 'paid'])
  })

  test.each([
    ['with a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5AAe')],
    ['that is too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA'],
    ['that is nobody’s', '0x0000000000000000000000000000000000000000'],
    ['of the token itself', 'token'],
    ['of the hot wallet', 'hot'],
    ['of another network', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ])('to an address %s is refused with the field', async (_, given) => {
    const wallet = given === 'token' ? fixture.node.token : given === 'hot' ? fixture.node.hot : given
    const { status, body } = await withdraw(fixture, player, 1_000_000_000, wallet)
    expect([status, body.error.name, Object.keys(body.error.fields)]).toEqual([422, 'fieldsInvalid', ['wallet_id']])
    expect(await balanceOf(player)).toBe(10_000_000_000)
  })

  test('can be cancelled until it is signed, and not after', async () => {
    const [early, late] = [
      await withdraw(fixture, player, 1_000_000_000, fresh()),
      await withdraw(fixture, player, 1_000_000_000, fresh()),
    ]
    expect((await player.call('PUT', `/api/payment/invoices/${early.id}/decline`)).body).toMatchObject({
      stage: 'declined',
    })
    await fixture.round()
    expect((await player.call('PUT', `/api/payment/invoices/${late.id}/decline`)).body.error.name).toBe(
      'invoiceInProgress',
    )
    await fixture.mine(confirmations)
    expect([await stageOf(early), await stageOf(late), await balanceOf(player)]).toEqual([
      'declined',
      'paid',
      9_000_000_000,
    ])
  })

  test('that fails on the chain is returned to the player', async () => {
    const invoice = await withdraw(fixture, player, 500_000_000, fresh(), 'USDT')
    fixture.node.faults.eth_sendRawTransaction = 'refuse'
    await expect(fixture.round()).rejects.toThrow()
    // The payout is signed; then an earlier nonce spends the tokens, so the transaction executes after them.
    delete fixture.node.faults.eth_sendRawTransaction
    await fixture.node.control.impersonateAccount({ address: fixture.node.token })
    const slot = `0x${fixture.node.hot.slice(2).toLowerCase().padStart(64, '0')}` as const
    const balanceBefore = await fixture.node.tokensOf(fixture.node.hot)
    await fixture.node.control.setStorageAt({ address: fixture.node.token, index: slot, value: `0x${'0'.repeat(64)}` })
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await stageOf(invoice), await balanceOf(player, 'USDT')]).toEqual(['returned', 10_000_000_000])
    await fixture.node.control.setStorageAt({
      address: fixture.node.token,
      index: slot,
      value: `0x${balanceBefore.toString(16).padStart(64, '0')}`,
    })
  })

  test('to a contract that accepts no coins is returned before a fee is spent', async () => {
    const other = await fixture.node.deployToken()
    const before = await nextNonce()
    const invoice = await withdraw(fixture, player, 500_000_000, other)
    await fixture.round()
    expect([await stageOf(invoice), await balanceOf(player), await nextNonce()]).toEqual([
      'returned',
      10_000_000_000,
      before,
    ])
  })
})

describe('20 simultaneous withdrawals', () => {
  longTest('use 20 consecutive nonces and each is paid once', async () => {
    const wallets = Array.from({ length: 20 }, fresh)
    const first = await nextNonce()
    const invoices = await Promise.all(wallets.map((to) => withdraw(fixture, player, 100_000_000, to)))
    await Promise.all([fixture.round(), fixture.round(), fixture.round()])
    await fixture.mine(confirmations)
    await fixture.round()
    const rows = (await fixture.payouts()).filter(({ invoice_id }) => invoices.some(({ id }) => id === invoice_id))
    expect(rows.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => first + index),
    )
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'paid'))
    for (const to of wallets) expect(await etherAt(to)).toBe(parseEther('0.1'))
  })
})

describe('the hot wallet', () => {
  test('with too little leaves the withdrawal queued, reports it, and pays once there is enough', async () => {
    const balanceBefore = await fixture.node.etherOf(fixture.node.hot)
    await fixture.node.control.setBalance({ address: fixture.node.hot, value: parseEther('0.5') })
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    await fixture.round()
    await fixture.round()
    expect(await payoutOf(invoice)).toMatchObject({ state: 'queued', hindrance: 'the hot wallet has insufficient ETH' })
    expect(fixture.logged.filter((line) => line.includes('is delayed'))).toHaveLength(1)
    expect(await stageOf(invoice)).toBe('review')
    await fixture.node.control.setBalance({ address: fixture.node.hot, value: balanceBefore })
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await etherAt(to), (await payoutOf(invoice)).hindrance]).toEqual([parseEther('1'), null])
  })

  test('counts signed transactions that are in no block as spent', async () => {
    const balanceBefore = await fixture.node.etherOf(fixture.node.hot)
    await fixture.node.control.setBalance({ address: fixture.node.hot, value: parseEther('1.5') })
    const [one, two] = [
      await withdraw(fixture, player, 1_000_000_000, fresh()),
      await withdraw(fixture, player, 1_000_000_000, fresh()),
    ]
    await fixture.round()
    await fixture.round()
    expect([(await payoutOf(one)).state, (await payoutOf(two)).state]).toEqual(['signed', 'queued'])
    await fixture.node.control.setBalance({ address: fixture.node.hot, value: balanceBefore })
    await fixture.round()
    await fixture.mine(confirmations)
    expect(await stageOf(two)).toBe('paid')
  })
})

describe('fees', () => {
  test('above the cap keep withdrawals waiting, unsigned, until they fall', async () => {
    await fixture.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('400') })
    await fixture.mine()
    const before = await nextNonce()
    const invoice = await withdraw(fixture, player, 1_000_000_000, fresh())
    await fixture.round()
    expect(await payoutOf(invoice)).toMatchObject({ state: 'queued', hindrance: 'fees are above the limit' })
    expect(await nextNonce()).toBe(before)
    await fixture.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
    await fixture.mine()
    await fixture.mine(confirmations)
    expect(await stageOf(invoice)).toBe('paid')
  })

  test('that rise after the signing: the same nonce is resent with a higher fee, and pays once', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    await fixture.round()
    await fixture.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('60') })
    await fixture.mine()
    expect(await stageOf(invoice)).toBe('sent')
    fixture.clock.forward(61_000)
    await fixture.round()
    const sent = await transactionsOf(invoice)
    expect(sent.map(({ nonce }) => nonce)).toEqual([sent[0].nonce, sent[0].nonce])
    expect(BigInt(sent[1].max_fee_wei) * 8n).toBeGreaterThan(BigInt(sent[0].max_fee_wei) * 9n)
    expect((await payoutOf(invoice)).hindrance).toContain('higher fee')
    await fixture.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })

  test('that rise above the cap: it stays sent, the operator is warned, and nothing is sent twice', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    await fixture.round()
    await fixture.asOwner(`UPDATE chain.transactions SET max_fee_wei = $1 WHERE invoice_id = $2`, [
      String(parseGwei('149')),
      invoice.id,
    ])
    fixture.clock.forward(61_000)
    await fixture.round()
    expect((await payoutOf(invoice)).hindrance).toContain('above the limit')
    expect(await transactionsOf(invoice)).toHaveLength(1)
    await fixture.mine(confirmations)
    expect(await stageOf(invoice)).toBe('paid')
  })
})

describe('lost transactions, reorgs and foreign transactions', () => {
  // Shows: fault 2
  test('a gap in the nonces closes: a transaction that the node dropped is resent', async () => {
    const wallets = [fresh(), fresh(), fresh()]
    const invoices: Loose[] = []
    for (const to of wallets) invoices.push(await withdraw(fixture, player, 100_000_000, to))
    await fixture.round()
    const [first] = await transactionsOf(invoices[0])
    await fixture.node.control.dropTransaction({ hash: first.hash })
    await fixture.mine()
    expect(await Promise.all(wallets.map(etherAt))).toEqual([0n, 0n, 0n])
    fixture.clock.forward(21_000)
    await fixture.round()
    await fixture.mine(confirmations)
    expect(await Promise.all(wallets.map(etherAt))).toEqual(wallets.map(() => parseEther('0.1')))
    expect(await Promise.all(invoices.map(stageOf))).toEqual(['paid', 'paid', 'paid'])
  })

  test('a payout whose block disappeared is resent as the same bytes', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    const fork = await fixture.node.control.snapshot()
    await fixture.round()
    await fixture.mine(1)
    expect(await etherAt(to)).toBe(parseEther('1'))
    await fixture.node.rewindTo(fork)
    await fixture.mine(1)
    fixture.clock.forward(21_000)
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice), (await transactionsOf(invoice)).length]).toEqual([
      parseEther('1'),
      'paid',
      1,
    ])
  })

  test('a nonce used by another transaction: the payout is never signed again automatically', async () => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    fixture.node.faults.eth_sendRawTransaction = 'refuse'
    await expect(fixture.round()).rejects.toThrow()
    await fixture.node.spendHot('0x00000000000000000000000000000000000000ee', { ether: '0.01' })
    delete fixture.node.faults.eth_sendRawTransaction
    await fixture.mine(confirmations)
    expect([await etherAt(to), (await payoutOf(invoice)).hindrance]).toEqual([
      0n,
      'its nonce was used by another transaction: needs review',
    ])
    const next = await withdraw(fixture, player, 1_000_000_000, to)
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await etherAt(to), await stageOf(next), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid', 'sent'])
  })

  test('an unavailable node: the withdrawal waits and is paid once it is back', async () => {
    fixture.node.faults['*'] = 'refuse'
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    await expect(fixture.round()).rejects.toThrow()
    expect(await stageOf(invoice)).toBe('review')
    delete fixture.node.faults['*']
    await fixture.round()
    await fixture.mine(confirmations)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })
})

describe("kill -9 between the signing and the node's answer", () => {
  // Shows: fault 2
  test.each<[string, Fault]>([
    ['before the bytes left', 'drop'],
    ['after they left', 'swallow'],
  ])('%s: the same bytes are sent again and it is paid once', async (_, fault) => {
    const to = fresh()
    const invoice = await withdraw(fixture, player, 1_000_000_000, to)
    fixture.node.faults.eth_sendRawTransaction = fault
    fixture.node.asked.length = 0
    const evm = JSON.stringify(evmFor(fixture.node), (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
    const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', CHILD_DATABASE: databaseUrl(), CHILD_EVM: evm },
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect
      .poll(() => fixture.node.asked.includes('eth_sendRawTransaction'), { timeout: 15_000, interval: 10 })
      .toBe(true)
    // By now, the node either has the transaction or will never get it.
    await expect
      .poll(async () => fault === 'drop' || (await fixture.node.control.getTxpoolStatus()).pending > 0, {
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
    delete fixture.node.faults.eth_sendRawTransaction
    fixture.restart()
    await fixture.round()
    await fixture.mine(confirmations)
    expect(await transactionsOf(invoice)).toHaveLength(1)
    expect([await etherAt(to), await stageOf(invoice)]).toEqual([parseEther('1'), 'paid'])
  })
})

function databaseUrl(): string {
  return (fixture.deps.db as unknown as { url: string }).url
}
