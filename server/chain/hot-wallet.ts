/** The only private key of the process: it signs and reveals its address, and is never part of printable data. */
import { type Hex, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type HotWallet = {
  /** With its checksum. */
  address: Hex
  /** The signed bytes. The same transaction always produces the same bytes. */
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
