/**
 * The private keys of the deposit addresses during a sweep: parsed from the operator's input, in memory only, never
 * written.
 */
import { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { type ExtendedKey, readExtendedKey } from './extended-key.ts'
import { type HotWallet, openHotWallet } from './hot-wallet.ts'

export type SweepKeys = { walletAt(child: number): HotWallet }

/** Throws a message that does not quote the key: if it is invalid, or the key of other addresses. */
export function openSweepKeys(text: string, of: ExtendedKey): SweepKeys {
  const key = parse(text.trim())
  if (!key.privateKey) throw new Error('this is a public key: sweeping requires the private one (xprv…)')
  if (readExtendedKey(key.publicExtendedKey, 'evm').id !== of.id)
    throw new Error('this is the key of other addresses: CHAIN_EVM_XPUB is not its public key')
  const chain = key.depth === 3 ? key.deriveChild(0) : key
  return { walletAt: (child) => openHotWallet(bytesToHex(chain.deriveChild(child).privateKey!)) }
}

function parse(text: string): HDKey {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    throw new Error('not an extended private key (xprv…)')
  }
}
