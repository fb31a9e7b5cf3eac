import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, test } from 'vitest'
import { devMnemonic } from '#sandbox/chain/anvil.ts'
import { readExtendedKey } from './extended-key.ts'
import { bitcoinUri } from './methods.ts'

const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const node = (phrase: string, path: string, versions?: ConstructorParameters<typeof HDKey>[0]['versions']) =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(phrase), versions).derive(path)

describe('addresses of a public key', () => {
  test('are those of the BIP84 test vectors', () => {
    const account = readExtendedKey(
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      'bitcoin',
    )
    expect([account.addressOf(0), account.addressOf(1)]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ])
  })

  test('of a test network begin with tb1', () => {
    const { publicExtendedKey } = node(abandon, "m/84'/1'/0'", { private: 0x045f18bc, public: 0x045f1cf6 })
    expect(readExtendedKey(publicExtendedKey, 'signet').addressOf(0)).toBe('tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl')
    expect(readExtendedKey(publicExtendedKey, 'regtest').addressOf(0)).toMatch(/^bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9/)
    expect(() => readExtendedKey(publicExtendedKey, 'bitcoin')).toThrow('not an extended public key (xpub, zpub)')
  })

  test("are those that wallets derive from the well-known test phrase (BIP44, m/44'/60'/0'/0)", () => {
    const fromChain = readExtendedKey(node(devMnemonic, "m/44'/60'/0'/0").publicExtendedKey, 'evm')
    const fromAccount = readExtendedKey(node(devMnemonic, "m/44'/60'/0'").publicExtendedKey, 'evm')
    const known = [
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ]
    expect(known.map((_, child) => fromChain.addressOf(child))).toEqual(known)
    expect(known.map((_, child) => fromAccount.addressOf(child))).toEqual(known)
    expect(fromAccount.id).toBe(fromChain.id)
  })

  test('are those of the best-known BIP44 phrase', () => {
    expect(readExtendedKey(node(abandon, "m/44'/60'/0'/0").publicExtendedKey, 'evm').addressOf(0)).toBe(
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    )
  })
})

describe('an invalid key', () => {
  const account = node(abandon, "m/44'/60'/0'")
  test.each([
    ['a private key', account.privateExtendedKey, 'private key'],
    ['a key of the wrong depth', node(abandon, "m/44'/60'").publicExtendedKey, 'depth'],
    [
      'a mistyped one',
      `${account.publicExtendedKey.slice(0, -1)}${account.publicExtendedKey.endsWith('1') ? '2' : '1'}`,
      'checksum',
    ],
    [
      'one for Bitcoin',
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      'not an extended public key',
    ],
    ['nothing', '', 'not an extended public key'],
  ])('%s is refused without being quoted', (_, text, reason) => {
    expect(() => readExtendedKey(text, 'evm')).toThrow(reason)
    if (text) expect(() => readExtendedKey(text, 'evm')).not.toThrow(text)
  })
})

test('a Bitcoin address becomes a BIP21 link', () => {
  expect(bitcoinUri('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe(
    'bitcoin:BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU',
  )
  expect(bitcoinUri('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
})
