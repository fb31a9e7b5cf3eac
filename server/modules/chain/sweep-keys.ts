/** The private keys of the deposit addresses, for as long as a sweep takes: read from the text an operator brings, held in memory, never written anywhere. */
import { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { type ExtendedKey, readExtendedKey } from './extended-key.ts'
import { type HotWallet, openHotWallet } from './hot-wallet.ts'

export type SweepKeys = { walletAt(child: number): HotWallet }

/** Throws a sentence that does not quote the text: for what is no such key, and for the key of other addresses than the house's. */
export function openSweepKeys(text: string, of: ExtendedKey): SweepKeys {
  const given = parse(text.trim())
  if (!given.privateKey) throw new Error('that is a public key: sweeping takes the private one (xprv…)')
  if (readExtendedKey(given.publicExtendedKey, 'evm').id !== of.id)
    throw new Error('that is the key of other addresses: CHAIN_EVM_XPUB is not its public half')
  const chain = given.depth === 3 ? given.deriveChild(0) : given
  return { walletAt: (child) => openHotWallet(bytesToHex(chain.deriveChild(child).privateKey!)) }
}

function parse(text: string): HDKey {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    throw new Error('not an extended private key (xprv…)')
  }
}
