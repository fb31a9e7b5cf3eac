/**
 * Deposit addresses from an extended public key (BIP32): the server that assigns and watches them cannot spend
 * anything.
 */
import { createHash, ECDH } from 'node:crypto'
import { p2wpkh } from '@scure/btc-signer'
import { HDKey, type Versions } from '@scure/bip32'
import { publicKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem'
import type { BitcoinNetwork } from './bitcoin/network-names.ts'
import { bitcoinNetworks } from './bitcoin/networks.ts'

export type KeyKind = 'evm' | BitcoinNetwork
export type ExtendedKey = {
  /**
   * Identifies the key in the database without containing it: the same for an account's key and its receiving chain's.
   */
  id: string
  addressOf(child: number): string
}

/** Version bytes written by wallets (SLIP-132); the address type is determined by `kind` here. */
const versions: Record<string, { versions: Versions; kinds: KeyKind[] }> = {
  xpub: { versions: { private: 0x0488ade4, public: 0x0488b21e }, kinds: ['evm', 'bitcoin'] },
  zpub: { versions: { private: 0x04b2430c, public: 0x04b24746 }, kinds: ['bitcoin'] },
  tpub: { versions: { private: 0x04358394, public: 0x043587cf }, kinds: ['testnet4', 'signet', 'regtest'] },
  vpub: { versions: { private: 0x045f18bc, public: 0x045f1cf6 }, kinds: ['testnet4', 'signet', 'regtest'] },
}

/**
 * Parses the key of an account (depth 3: its receiving chain is used) or of a chain (depth 4). Throws a message for
 * the operator that never contains the key.
 */
export function readExtendedKey(text: string, kind: KeyKind): ExtendedKey {
  const prefix = text.trim().slice(0, 4)
  if (/^[xyzYZtuv]prv$/.test(prefix))
    throw new Error('this is a private key: enter the public one, and consider this one compromised')
  const form = versions[prefix]
  if (!form?.kinds.includes(kind))
    throw new Error(
      `not an extended public key (${Object.keys(versions)
        .filter((name) => versions[name]!.kinds.includes(kind))
        .join(', ')})`,
    )
  const chain = receivingChain(parse(text.trim(), form.versions))
  return {
    id: `${kind}:${createHash('sha256').update(chain.publicKey!).update(chain.chainCode!).digest('hex').slice(0, 24)}`,
    addressOf(child) {
      const key = chain.deriveChild(child).publicKey!
      return kind === 'evm' ? evmAddress(key) : p2wpkh(key, bitcoinNetworks[kind].params).address
    },
  }
}

function parse(text: string, forms: Versions): HDKey {
  try {
    return HDKey.fromExtendedKey(text, forms)
  } catch {
    throw new Error('not an extended public key: invalid checksum')
  }
}

function receivingChain(key: HDKey): HDKey {
  if (key.depth === 3) return key.deriveChild(0)
  if (key.depth === 4) return key
  throw new Error(
    `requires the key of an account (depth 3) or of its receiving chain (depth 4), but this one has depth ${key.depth}`,
  )
}

function evmAddress(publicKey: Uint8Array): string {
  return publicKeyToAddress(
    bytesToHex(ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer),
  )
}
