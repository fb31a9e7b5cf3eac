/** The keys of the sandbox's chain. Everybody knows them: whatever real money touches one of their addresses is gone. */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex, getContractAddress, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { devMnemonic } from './anvil.ts'

export type DevKeys = {
  /** Pays on behalf of whoever deposits in the sandbox; holds all coins at the start. */
  faucet: Hex
  /** The house's hot wallet. */
  hot: Hex
  /** The house's deposit addresses, in an account apart from the two above. */
  xpub: string
  /** Where the test token lies: the faucet's first deed is to put it there. */
  token: string
}

export function devKeys(): DevKeys {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(devMnemonic))
  const keyAt = (child: number) => bytesToHex(root.derive(`m/44'/60'/0'/0/${child}`).privateKey!)
  const faucet = keyAt(0)
  return {
    faucet,
    hot: keyAt(1),
    xpub: root.derive("m/44'/60'/1'/0").publicExtendedKey,
    token: getContractAddress({ from: privateKeyToAddress(faucet), nonce: 0n }).toLowerCase(),
  }
}
