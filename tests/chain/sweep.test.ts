import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devMnemonic } from '#sandbox/chain/anvil.ts'
import { runDatabaseCommand } from '#scripts/operator/database.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { allInvariants } from '#server/modules.ts'
import { openSweepKeys } from '#server/chain/sweep-keys.ts'
import { sweep } from '#server/chain/sweep.ts'
import { addressOf, balanceOf, type Bank, bank, confirmations, evmFor, invoicesOf, unusedAddress } from './evm-bank.ts'

const root = HDKey.fromMasterSeed(mnemonicToSeedSync(devMnemonic))
const account = root.derive("m/44'/60'/1'")
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-sweep-'))
const keyFile = join(folder, 'xprv')
const cold = unusedAddress(8801)
let fixture: Bank
let printed: string[] = []
beforeAll(async () => {
  fixture = await bank()
  writeFileSync(keyFile, `${account.privateExtendedKey}\n`, { mode: 0o400 })
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const createContext = async () => {
  const settings = { ...fixture.deps.settings, chain: { evm: evmFor(fixture.node), bitcoin: null, isSandboxed: false } }
  return {
    ...fixture.deps,
    settings,
    log: fixture.parts.log as never,
    storage: fixture.deps.partners.storage,
    print: (line: string) => void printed.push(line),
    close: async () => {},
  }
}
const operator = async (...words: string[]) => {
  printed = []
  return runDatabaseCommand(['chain', 'sweep', ...words], createContext, (line) => void printed.push(line))
}
const keys = () => openSweepKeys(account.privateExtendedKey, fixture.parts.key)

test('deposits are moved, tokens after their address has received the fee, and none of it is a new deposit', async () => {
  const players = [
    await fixture.player({ currencies: ['ETH', 'USDT'] }),
    await fixture.player({ currencies: ['ETH', 'USDT'] }),
  ]
  for (const [index, player] of players.entries()) {
    await fixture.node.sendEther((await addressOf(player)).address, index === 0 ? '1' : '2')
    await fixture.node.sendTokens((await addressOf(player, 'USDT')).address, '50')
  }
  await fixture.mine(confirmations)
  expect(await operator(keyFile, cold)).toBe(3)
  expect(printed.filter((line) => line.startsWith('fuelled'))).toHaveLength(2)
  // The fee is far above the threshold below which transfers are ignored as spam.
  expect((await fixture.asOwner('SELECT min(wei) > 50000 * 1e9 AS "isMore" FROM chain.fuel')).rows).toEqual([
    { isMore: true },
  ])
  await fixture.mine()
  expect(await fixture.node.etherOf(cold)).toBeGreaterThan(parseEther('0.99'))
  expect(await operator(keyFile, cold)).toBe(0)
  await fixture.mine(confirmations + 1)
  expect(await fixture.node.tokensOf(cold)).toBe(100_000_000n)
  expect(await fixture.node.etherOf(cold)).toBeGreaterThan(parseEther('2.9'))
  expect(await operator(keyFile, cold)).toBe(0)
  expect(printed).toEqual([`0 moved to ${cold}.`])
  for (const [index, player] of players.entries()) {
    expect([await balanceOf(player), await balanceOf(player, 'USDT')]).toEqual([
      index === 0 ? 1_000_000_000 : 2_000_000_000,
      50_000_000,
    ])
    expect((await invoicesOf(player)).map(({ stage }) => stage)).toEqual(['paid', 'paid'])
  }
  expect(await reconcile({ db: fixture.deps.db, invariants: allInvariants, log: { error() {} } })).toEqual([])
})

test('two simultaneous sweeps, and an aborted one, move each balance once', async () => {
  const [player, other] = [
    await fixture.player({ currencies: ['ETH', 'USDT'] }),
    await fixture.player({ currencies: ['ETH'] }),
  ]
  const to = unusedAddress(8802)
  await fixture.node.sendEther((await addressOf(player)).address, '1')
  await fixture.node.sendEther((await addressOf(other)).address, '1')
  await fixture.node.sendTokens((await addressOf(player, 'USDT')).address, '70')
  await fixture.mine(confirmations)
  fixture.node.faults.eth_sendRawTransaction = 'refuse'
  await expect(sweep(fixture.parts, keys(), to)).rejects.toThrow()
  delete fixture.node.faults.eth_sendRawTransaction
  for (let round = 0; round < 3; round++) {
    await Promise.all([sweep(fixture.parts, keys(), to), sweep(fixture.parts, keys(), to)])
    await sweep(fixture.parts, keys(), to)
    await fixture.mine()
  }
  await fixture.mine(confirmations)
  expect(await fixture.node.tokensOf(to)).toBe(70_000_000n)
  const ether = await fixture.node.etherOf(to)
  expect([ether > parseEther('1.9'), ether < parseEther('2')]).toEqual([true, true])
  expect([await balanceOf(player), await balanceOf(player, 'USDT'), await balanceOf(other)]).toEqual([
    1_000_000_000, 70_000_000, 1_000_000_000,
  ])
  expect((await invoicesOf(player)).length).toBe(2)
})

test('another key, a public one, and a destination that would lose the money are rejected; keys are neither printed nor stored', async () => {
  const wrong = join(folder, 'wrong')
  const refused = async (key: string, to: string, words: string) => {
    writeFileSync(wrong, key)
    expect([await operator(wrong, to), printed.join()]).toEqual([1, expect.stringContaining(words)])
    expect(printed.join()).not.toContain(key.slice(4))
  }
  await refused(account.publicExtendedKey, cold, 'public key')
  await refused(root.derive("m/44'/60'/0'").privateExtendedKey, cold, 'other addresses')
  await refused('xprv but not really', cold, 'not an extended private key')
  await refused(account.privateExtendedKey, fixture.node.token, 'nobody can spend')
  const player = await fixture.player({ currencies: ['ETH'] })
  await refused(account.privateExtendedKey, (await addressOf(player)).address, 'would be credited')
  expect([await operator(join(folder, 'nowhere'), cold), await operator()]).toEqual([1, 1])
  const { rows: tables } = await fixture.asOwner(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'chain'",
  )
  const kept = [
    fixture.logged.join(),
    ...(await Promise.all(
      tables.map(async ({ name }) =>
        JSON.stringify((await fixture.asOwner(`SELECT t::text AS row FROM ${name} AS t`)).rows),
      ),
    )),
  ].join()
  for (const secret of [account.privateExtendedKey, Buffer.from(account.privateKey!).toString('hex')])
    expect(kept.includes(secret)).toBe(false)
})
