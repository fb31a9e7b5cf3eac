/** What every part of the chains works with. */
import type { Logger } from 'pino'
import type { Clock } from '../../deps.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { PartnerReport } from '../../partners/payments/port.ts'
import type { Asset } from './assets.ts'
import type { ExtendedKey } from './extended-key.ts'
import type { HotWallet } from './hot-wallet.ts'
import type { EvmClient } from './node.ts'
import type { EvmSettings } from './settings.ts'

export type ChainNeeds = { db: Database; clock: Clock; log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** A network on which addresses are given out, and whose blocks are read for what comes to them. */
export type Watch = ChainNeeds & {
  network: string
  /** For players. */
  networkName: string
  /** Blocks, its own among them, that a transfer must be deep in before it counts. */
  confirmations: number
  assets: Asset[]
  key: ExtendedKey
  blocks: Blocks
  /** What addresses look like there. */
  addressPattern: string
  /** What a payer's wallet reads from the QR code. */
  payeeUri(asset: Asset, address: string): string
}

/** The EVM chain: the one that also pays out. */
export type ChainParts = Watch & {
  evm: EvmSettings
  client: EvmClient
  /** Null where this process pays nothing out. */
  hotWallet: HotWallet | null
}

/** A node's blocks. What it cannot answer throws NodeUnavailable; null is its word that it has no such block (yet). */
export type Blocks = {
  /** How many are asked for at once while catching up. */
  atOnce: number
  head(): Promise<bigint>
  hashAt(number: bigint): Promise<string | null>
  read(number: bigint, oursAmong: OursAmong): Promise<SeenBlock | null>
}
export type OursAmong = (addresses: string[]) => Promise<Set<string>>
export type SeenBlock = { number: bigint; hash: string; parentHash: string; transfers: SeenTransfer[] }
export type SeenTransfer = {
  txHash: string
  /** EVM: -1 for the transaction's own value, else the place of the log in its receipt. Bitcoin: the place of the output. Neither changes when the transaction moves to another block. */
  position: number
  /** Lower case. */
  to: string
  /** Bitcoin: the first output that it spends. */
  from: string
  contract: string | null
  raw: bigint
  /** Outputs that it spends, `transaction:place`; absent where transactions do not compete in this way. */
  spends?: string[]
}

/** A deposit that comes to an address at which none is awaited any more. */
export type ExtraDeposit = {
  /** Whose: the account that the address belongs to. */
  accountId: string
  method: string
  currency: string
  network: string
  amount: bigint
}

/** What the chains ask of the house's payments, each inside the transaction that writes down that it was told. */
export type House = {
  settle(tx: Tx, report: PartnerReport): Promise<string>
  /** Resolves to the new invoice's id. */
  openExtra(tx: Tx, deposit: ExtraDeposit): Promise<string>
}

export const partnerName = 'chain'
