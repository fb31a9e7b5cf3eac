/** Publicly known keys of the sandbox's chain. Real money sent to their addresses is lost. */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex, getContractAddress, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { devMnemonic } from './anvil.ts'

export type DevKeys = {
  /** The account that makes deposits in the sandbox; it has all coins at the start. */
  faucet: Hex
  /** The site's hot wallet. */
  hot: Hex
  /** The site's deposit addresses, in an account separate from the two above. */
  xpub: string
  /** Address of the test token: deploying it is the faucet's first transaction. */
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
