import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { assetsOf, countUnits, isDust } from './assets.ts'
import { feesFor, raiseFees } from './fees.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-hot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = 'a1'.repeat(32)
const xpub =
  'xpub6EF8jXqFeFEW5bwMU7RpQtHkzE4KJxcqJtvkCjJumzW8CPpacXkb92ek4WzLQXjL93HycJwTPUAcuNxCqFPKKU5m5Z2Vq4nCyh5CyPeBFFr'
const base = {
  CHAIN_EVM_RPC_URL: 'https://node.example/v3/secret',
  CHAIN_EVM_XPUB: xpub,
  CHAIN_EVM_USDT_ADDRESS: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
}

describe('chain settings', () => {
  test('configure a chain', () => {
    writeFileSync(join(folder, 'key'), `${key}\n`)
    const { evm } = readSettings({
      ...base,
      CHAIN_EVM_HOT_KEY_FILE: join(folder, 'key'),
      CHAIN_EVM_ETH_MIN: '0.01',
    }).chain
    expect(evm).toMatchObject({
      chainId: 1,
      network: 'ethereum',
      confirmations: 12,
      hotKey: `0x${key}`,
      ranges: { ETH: { min: 10_000_000n } },
      maxFeeWei: 150n * 10n ** 9n,
    })
  })

  test('report all faults together, without quoting a key', () => {
    const wrong = {
      ...base,
      CHAIN_EVM_XPUB: xpub.replace('xpub', 'xprv'),
      CHAIN_EVM_USDT_ADDRESS: '0x12',
      CHAIN_EVM_HOT_KEY: `${key}zz`,
      CHAIN_EVM_ETH_MIN: '5',
      CHAIN_EVM_ETH_MAX: '1',
      CHAIN_EVM_USDT_MIN: '0.0000001',
    }
    const reading = () => readSettings(wrong)
    for (const words of [
      'CHAIN_EVM_XPUB: this is a private key',
      'CHAIN_EVM_USDT_ADDRESS: not an address',
      'CHAIN_EVM_HOT_KEY: not a private key',
      'CHAIN_EVM_ETH_MIN and _MAX: the minimum',
      'CHAIN_EVM_USDT_MIN and _MAX: more decimal places',
    ])
      expect(reading).toThrow(words)
    expect(reading).not.toThrow(key)
    expect(reading).not.toThrow(xpub.slice(4))
  })

  test.each([
    ['a chain without a public key', { CHAIN_EVM_RPC_URL: base.CHAIN_EVM_RPC_URL }, 'CHAIN_EVM_XPUB: needed'],
    ['a key without a chain', { CHAIN_EVM_XPUB: xpub }, 'CHAIN_EVM_RPC_URL: needed with CHAIN_EVM_XPUB'],
    ['two hot keys', { ...base, CHAIN_EVM_HOT_KEY: key, CHAIN_EVM_HOT_KEY_FILE: '/nowhere' }, 'set one'],
    [
      'a key file that is not there',
      { ...base, CHAIN_EVM_HOT_KEY_FILE: '/nowhere/key' },
      'CHAIN_EVM_HOT_KEY_FILE: ENOENT',
    ],
    ["the sandbox's chain beside a real one", { ...base, SANDBOX_CHAIN: 'true' }, 'SANDBOX_CHAIN'],
  ])('refuse %s', (_, env, words) => {
    expect(() => readSettings(env as unknown as Record<string, string>)).toThrow(words)
  })
})

describe('Bitcoin settings', () => {
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
  const bitcoin = { CHAIN_BTC_ESPLORA_URL: 'https://electrs.example/api/secret', CHAIN_BTC_XPUB: zpub }

  test('configure a chain, with or without the EVM chain', () => {
    expect(readSettings(bitcoin).chain).toMatchObject({
      evm: null,
      bitcoin: { network: 'bitcoin', confirmations: 3, range: { min: 20_000n, max: 1_000_000_000n }, pollMs: 20_000 },
    })
    expect(readSettings({ ...base, ...bitcoin, CHAIN_BTC_CONFIRMATIONS: '6' }).chain).toMatchObject({
      evm: { network: 'ethereum' },
      bitcoin: { confirmations: 6 },
    })
    expect(readSettings(base).chain.bitcoin).toBeNull()
  })

  test.each([
    ['a server without a key', { CHAIN_BTC_ESPLORA_URL: bitcoin.CHAIN_BTC_ESPLORA_URL }, 'CHAIN_BTC_XPUB: needed'],
    ['a key without a server', { CHAIN_BTC_XPUB: zpub }, 'CHAIN_BTC_ESPLORA_URL: needed with CHAIN_BTC_XPUB'],
    [
      'a private key',
      { ...bitcoin, CHAIN_BTC_XPUB: zpub.replace('zpub', 'zprv') },
      'CHAIN_BTC_XPUB: this is a private key',
    ],
    [
      'a key of the main network on another one',
      { ...bitcoin, CHAIN_BTC_NETWORK: 'signet' },
      'CHAIN_BTC_XPUB: not an extended public key (vpub…, tpub…)',
    ],
    [
      'a key of addresses that are not made here',
      { ...bitcoin, CHAIN_BTC_XPUB: zpub.replace('zpub', 'ypub') },
      'CHAIN_BTC_XPUB: not an extended public key',
    ],
    [
      'less than a satoshi',
      { ...bitcoin, CHAIN_BTC_MIN: '0.000000001' },
      'CHAIN_BTC_MIN and _MAX: more decimal places',
    ],
    [
      'the name of Bitcoin for another chain',
      { ...base, CHAIN_EVM_NETWORK: 'bitcoin' },
      'CHAIN_EVM_NETWORK: this name is reserved',
    ],
  ])('refuse %s', (_, env, words) => {
    expect(() => readSettings(env as unknown as Record<string, string>)).toThrow(words)
    expect(() => readSettings(env as unknown as Record<string, string>)).not.toThrow(zpub.slice(4))
  })
})

describe('amounts', () => {
  const [ether, token] = assetsOf({ ...readSettings({ ...base, CHAIN_EVM_USDT_DECIMALS: '18' }).chain.evm! })
  test('are rounded down to whole subunits, with the remainder', () => {
    expect(countUnits(ether!, 10n ** 18n + 1n)).toEqual({ amount: 10n ** 9n, rest: 1n })
    expect(countUnits(ether!, 999_999_999n)).toEqual({ amount: 0n, rest: 999_999_999n })
    expect(countUnits(token!, 25n * 10n ** 18n + 5n)).toEqual({ amount: 25_000_000n, rest: 5n })
  })
  test('below a hundredth of the minimum are dust', () => {
    expect([isDust(ether!, 49_999n), isDust(ether!, 50_000n)]).toEqual([true, false])
  })
})

describe('fees', () => {
  const capWei = 100n
  test('cover a doubled base fee and never exceed the limit', () => {
    expect(feesFor({ baseFee: 20n, tip: 2n, capWei })).toEqual({ maxFeePerGas: 42n, maxPriorityFeePerGas: 2n })
    expect(feesFor({ baseFee: 60n, tip: 200n, capWei })).toEqual({ maxFeePerGas: 100n, maxPriorityFeePerGas: 100n })
    expect(feesFor({ baseFee: 100n, tip: 1n, capWei })).toBeNull()
  })
  test('of a replacement are an eighth higher in both parts, within the limit', () => {
    expect(raiseFees({ maxFeePerGas: 80n, maxPriorityFeePerGas: 8n }, null, capWei)).toEqual({
      maxFeePerGas: 91n,
      maxPriorityFeePerGas: 10n,
    })
    expect(
      raiseFees(
        { maxFeePerGas: 40n, maxPriorityFeePerGas: 2n },
        { maxFeePerGas: 95n, maxPriorityFeePerGas: 3n },
        capWei,
      ),
    ).toEqual({ maxFeePerGas: 95n, maxPriorityFeePerGas: 3n })
    expect(raiseFees({ maxFeePerGas: 90n, maxPriorityFeePerGas: 2n }, null, capWei)).toBeNull()
  })
})
