import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { assetsOf, countUnits, isDust } from './assets.ts'
import { feesFor, raiseFees } from './fees.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-hot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = 'a1'.repeat(32)
const xpub = 'xpub6EF8jXqFeFEW5bwMU7RpQtHkzE4KJxcqJtvkCjJumzW8CPpacXkb92ek4WzLQXjL93HycJwTPUAcuNxCqFPKKU5m5Z2Vq4nCyh5CyPeBFFr'
const base = { CHAIN_EVM_RPC_URL: 'https://node.example/v3/secret', CHAIN_EVM_XPUB: xpub, CHAIN_EVM_USDT_ADDRESS: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }

describe('settings of the chain', () => {
  test('make a chain', () => {
    writeFileSync(join(folder, 'key'), `${key}\n`)
    const { evm } = readSettings({ ...base, CHAIN_EVM_HOT_KEY_FILE: join(folder, 'key'), CHAIN_EVM_ETH_MIN: '0.01' }).chain
    expect(evm).toMatchObject({ chainId: 1, network: 'ethereum', confirmations: 12, hotKey: `0x${key}`, ranges: { ETH: { min: 10_000_000n } }, maxFeeWei: 150n * 10n ** 9n })
  })

  test('are told all at once where they do not fit, without a key in the words', () => {
    const wrong = { ...base, CHAIN_EVM_XPUB: xpub.replace('xpub', 'xprv'), CHAIN_EVM_USDT_ADDRESS: '0x12', CHAIN_EVM_HOT_KEY: `${key}zz`, CHAIN_EVM_ETH_MIN: '5', CHAIN_EVM_ETH_MAX: '1', CHAIN_EVM_USDT_MIN: '0.0000001' }
    const said = () => readSettings(wrong)
    for (const words of ['CHAIN_EVM_XPUB: this is a private key', 'CHAIN_EVM_USDT_ADDRESS: not an address', 'CHAIN_EVM_HOT_KEY: not a private key', 'CHAIN_EVM_ETH_MIN and _MAX: the least', 'CHAIN_EVM_USDT_MIN and _MAX: finer']) expect(said).toThrow(words)
    expect(said).not.toThrow(key)
    expect(said).not.toThrow(xpub.slice(4))
  })

  test.each([
    ['a chain without a public key', { CHAIN_EVM_RPC_URL: base.CHAIN_EVM_RPC_URL }, 'CHAIN_EVM_XPUB: needed'], ['a key without a chain', { CHAIN_EVM_XPUB: xpub }, 'CHAIN_EVM_RPC_URL: needed with CHAIN_EVM_XPUB'],
    ['two hot keys', { ...base, CHAIN_EVM_HOT_KEY: key, CHAIN_EVM_HOT_KEY_FILE: '/nowhere' }, 'set one'], ['a key file that is not there', { ...base, CHAIN_EVM_HOT_KEY_FILE: '/nowhere/key' }, 'CHAIN_EVM_HOT_KEY_FILE: ENOENT'],
    ["the sandbox's chain beside a real one", { ...base, SANDBOX_CHAIN: 'true' }, 'SANDBOX_CHAIN'],
  ])('refuse %s', (_, env, words) => {
    expect(() => readSettings(env as unknown as Record<string, string>)).toThrow(words)
  })
})

describe('amounts', () => {
  const [ether, token] = assetsOf({ ...readSettings({ ...base, CHAIN_EVM_USDT_DECIMALS: '18' }).chain.evm! })
  test('are rounded down to whole subunits, with the rest beside', () => {
    expect(countUnits(ether!, 10n ** 18n + 1n)).toEqual({ amount: 10n ** 9n, rest: 1n })
    expect(countUnits(ether!, 999_999_999n)).toEqual({ amount: 0n, rest: 999_999_999n })
    expect(countUnits(token!, 25n * 10n ** 18n + 5n)).toEqual({ amount: 25_000_000n, rest: 5n })
  })
  test('below a hundredth of the least are dust', () => {
    expect([isDust(ether!, 49_999n), isDust(ether!, 50_000n)]).toEqual([true, false])
  })
})

describe('fees', () => {
  const capWei = 100n
  test('outlast a doubling of the base fee and never pass the cap', () => {
    expect(feesFor({ baseFee: 20n, tip: 2n, capWei })).toEqual({ maxFeePerGas: 42n, maxPriorityFeePerGas: 2n })
    expect(feesFor({ baseFee: 60n, tip: 200n, capWei })).toEqual({ maxFeePerGas: 100n, maxPriorityFeePerGas: 100n })
    expect(feesFor({ baseFee: 100n, tip: 1n, capWei })).toBeNull()
  })
  test('of a replacement are an eighth higher in both parts, or there is none', () => {
    expect(raiseFees({ maxFeePerGas: 80n, maxPriorityFeePerGas: 8n }, null, capWei)).toEqual({ maxFeePerGas: 91n, maxPriorityFeePerGas: 10n })
    expect(raiseFees({ maxFeePerGas: 40n, maxPriorityFeePerGas: 2n }, { maxFeePerGas: 95n, maxPriorityFeePerGas: 3n }, capWei)).toEqual({ maxFeePerGas: 95n, maxPriorityFeePerGas: 3n })
    expect(raiseFees({ maxFeePerGas: 90n, maxPriorityFeePerGas: 2n }, null, capWei)).toBeNull()
  })
})
