/**
 * Money at deposit addresses that no block shows as a transfer: coins from an inner call, tokens without a log, and
 * fees.
 */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { devMnemonic } from '#sandbox/chain/anvil.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import { compareBooks } from '#server/cashier/books/compare-books.ts'
import { settleFlag } from '#server/cashier/flags/settle-flag.ts'
import { openSweepKeys } from '#server/chain/sweep-keys.ts'
import { sweep } from '#server/chain/sweep.ts'
import type { Loose, TestPlayer } from '#tests/setup/cashier.ts'
import { operator } from '#tests/setup/operator.ts'
import { addressOf, balanceOf, type Bank, bank, confirmations, invoicesOf, unusedAddress } from './evm-bank.ts'

const account = HDKey.fromMasterSeed(mnemonicToSeedSync(devMnemonic)).derive("m/44'/60'/1'")
let fixture: Bank
let forwarder: Hex
let player: TestPlayer
beforeAll(async () => {
  fixture = await bank()
  forwarder = await fixture.node.deployForwarder()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.mine()
  player = await fixture.player({ currencies: ['ETH', 'USDT'] })
})
afterEach(async () => {
  for (const name of Object.keys(fixture.node.faults)) delete fixture.node.faults[name]
  expect(await reconcile({ db: fixture.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])
  fixture.clock.reset()
})

const keys = () => openSweepKeys(account.privateExtendedKey, fixture.parts.key)
/** Waits for the next comparison of every address. */
async function compared(): Promise<void> {
  fixture.clock.forward(24 * 3_600_000)
  await fixture.mine(confirmations)
  await fixture.mine(1)
  fixture.clock.reset()
}
const flags = async () =>
  (
    await fixture.asOwner(
      'SELECT number, flag, amount::text FROM payments.invoices WHERE player_id = $1 AND flag IS NOT NULL',
      [player.id],
    )
  ).rows
const suspense = (currency: string) => fixture.deps.ledger.balance(`house:suspense:${currency}`)

// Shows: attack 92
test('coins that a contract sends by an inner call are found in a trace and credited once', async () => {
  const { address } = await addressOf(player)
  await fixture.node.sendThrough(forwarder, address, '0.5')
  await fixture.node.sendEther(address, '0.1')
  await fixture.mine(1)
  await fixture.node.sendThrough(forwarder, address, '0.25')
  await compared()
  expect(await balanceOf(player)).toBe(850_000_000)
  await compared()
  expect(await balanceOf(player)).toBe(850_000_000)
  expect((await invoicesOf(player)).map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
    [100_000_000, 2],
    [250_000_000, 2],
    [500_000_000, 2],
  ])
  expect((await fixture.transfers()).filter(({ position }) => position < -1).map(({ sender }) => sender)).toEqual([
    forwarder.toLowerCase(),
    forwarder.toLowerCase(),
  ])
})

test('a node that supports only the other trace method gives the same result', async () => {
  fixture.node.faults.debug_traceBlockByHash = 'lack'
  const { address } = await addressOf(player)
  await fixture.node.sendThrough(forwarder, address, '0.5')
  await compared()
  expect(await balanceOf(player)).toBe(500_000_000)
  expect((await fixture.transfers()).at(-1)).toMatchObject({ position: -2, is_unexplained: false })
})

// Shows: attack 92
test('if the node cannot trace, such coins are put in suspense with a flag, and an operator credits them', async () => {
  fixture.node.faults.debug_traceBlockByHash = 'lack'
  fixture.node.faults.trace_block = 'lack'
  const before = await suspense('ETH')
  const { address } = await addressOf(player)
  await fixture.node.sendThrough(forwarder, address, '0.5')
  await compared()
  expect([await balanceOf(player), (await suspense('ETH')) - before]).toEqual([0, 500_000_000n])
  const [flag, ...others] = await flags()
  expect([flag, others]).toMatchObject([{ flag: 'unknown origin', amount: '500000000' }, []])
  await compared()
  expect(await flags()).toHaveLength(1)
  const settled = await settleFlag(
    { ...fixture.deps, actor: operator },
    { number: flag.number, decision: 'credit', reason: 'seen in an explorer' },
  )
  expect([settled.ok, await balanceOf(player)]).toEqual([true, 500_000_000])
})

test('a sweep leaves money that is not booked yet, and moves it later', async () => {
  const to = unusedAddress(8901)
  const { address } = await addressOf(player)
  await fixture.node.sendEther(address, '1')
  await fixture.mine(confirmations)
  await fixture.node.sendThrough(forwarder, address, '0.5')
  await fixture.mine(1)
  const first = await sweep(fixture.parts, keys(), to)
  const moved = first.moves.filter((move) => move.address === address)
  expect([moved.map(({ raw }) => raw > parseEther('0.99') && raw < parseEther('1')), first.unbooked]).toEqual([
    [true],
    1,
  ])
  await fixture.mine(1)
  expect(await fixture.node.etherOf(address)).toBeGreaterThanOrEqual(parseEther('0.5'))
  await compared()
  expect(await balanceOf(player)).toBe(1_500_000_000)
  expect((await sweep(fixture.parts, keys(), to)).unbooked).toBe(0)
  await fixture.mine(confirmations)
  expect(await fixture.node.etherOf(to)).toBeGreaterThan(parseEther('1.49'))
  expect(await flags()).toEqual([])
})

test('a node that returns no balances delays no deposit and is reported once', async () => {
  fixture.node.faults.eth_getBalance = 'lack'
  fixture.node.faults.eth_call = 'lack'
  fixture.logged.length = 0
  const { address } = await addressOf(player)
  await fixture.node.sendEther(address, '0.5')
  await fixture.mine(confirmations)
  await fixture.mine(1)
  expect(await balanceOf(player)).toBe(500_000_000)
  expect(fixture.logged.filter((line) => line.includes('does not tell the balances'))).toHaveLength(1)
})

test('tokens that arrive without the usual log are put in suspense with a flag', async () => {
  const { address } = await addressOf(player, 'USDT')
  await fixture.node.sendTokens(address, '20')
  await fixture.mine(confirmations)
  await fixture.node.giveTokens(address, '75')
  await compared()
  expect(await balanceOf(player, 'USDT')).toBe(20_000_000)
  expect(await flags()).toMatchObject([{ flag: 'unknown origin', amount: '55000000' }])
})

test('fuel, fees and sweeps are recognised, so that none of them is flagged', async () => {
  const to = unusedAddress(8902)
  await fixture.node.sendEther((await addressOf(player)).address, '1')
  const { address } = await addressOf(player, 'USDT')
  await fixture.node.sendTokens(address, '50')
  await fixture.mine(confirmations)
  expect((await sweep(fixture.parts, keys(), to)).moves.map(({ kind }) => kind)).toContain('fuelled')
  await fixture.mine(1)
  await sweep(fixture.parts, keys(), to)
  await fixture.mine(1)
  expect([await fixture.node.tokensOf(address), await fixture.node.tokensOf(to)]).toEqual([
    0n,
    expect.toSatisfy((moved: bigint) => moved >= 50_000_000n),
  ])
  fixture.logged.length = 0
  await compared()
  await compared()
  expect([await flags(), fixture.logged.filter((line) => /in no transaction|holds less/.test(line))]).toEqual([[], []])
  expect((await fixture.asOwner("SELECT FROM chain.departures WHERE tx_hash LIKE 'balance%'")).rows).toEqual([])
})

test('the statement of the chain agrees with the ledger, and shows a transfer that the ledger lacks', async () => {
  const { address } = await addressOf(player)
  await fixture.node.sendEther(address, '0.3')
  await fixture.node.sendThrough(forwarder, address, '0.2')
  await compared()
  const partner = fixture.deps.partners.payments.find(({ slug }) => slug === 'chain')!
  const period = {
    from: new Date(Date.now() - 3_600_000),
    to: new Date(fixture.clock.now().getTime() + 26 * 3_600_000),
  }
  /** Money in suspense is reported as a discrepancy, as with any partner, and ignored here. */
  const compare = async () => {
    const compared = await compareBooks({ ...fixture.deps, log: { error() {} } as never }, partner, period)
    if (!compared.ok) throw new Error(compared.refusal)
    const { transactions, breaks } = compared.value
    const isFlagged = (detail: Loose) => detail.house?.flag === 'unknown origin'
    return { transactions, breaks: breaks.filter(({ detail }) => !isFlagged(detail)) }
  }
  const agreed = await compare()
  expect(agreed.breaks).toEqual([])
  expect(agreed.transactions).toBeGreaterThan(1)
  // Inserts a transfer that was confirmed but never reported.
  await fixture.asOwner(
    `INSERT INTO chain.transfers (network, tx_hash, position, address_id, asset, raw, amount, rest, sender, block_number, block_hash, state, first_seen_at)
     SELECT network, 'lost', -1, id, 'ETH', 7000000000000000, 7000000, 0, 'x', 1, 'x', 'confirmed', now() FROM chain.addresses WHERE lower(address) = lower($1)`,
    [address],
  )
  expect(await compare()).toMatchObject({ breaks: [{ kind: 'not-in-books', subject: 'payment' }] })
  // Once it is reported, the statements agree.
  await fixture.mine(1)
  expect((await compare()).breaks).toEqual([])
})
