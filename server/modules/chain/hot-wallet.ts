/** The one private key of the process: it signs and says its address, and is kept out of everything that could be printed. */
import { type Hex, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type HotWallet = {
  /** With its checksum. */
  address: Hex
  /** The bytes to be sent. The same transaction gives the same bytes. */
  sign(transaction: TransactionSerializableEIP1559): Promise<Hex>
}

/** Throws without quoting the key. */
export function openHotWallet(key: string): HotWallet {
  let account: ReturnType<typeof privateKeyToAccount>
  try {
    account = privateKeyToAccount(key as Hex)
  } catch {
    throw new Error('not a private key of this curve')
  }
  return { address: account.address, sign: (transaction) => account.signTransaction(transaction) }
}
