/** Types shared by all parts of the chains. */
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Database, Tx } from '../kernel/db/connect.ts'
import type { PartnerReport } from '../partners/payments/port.ts'
import type { Asset } from './assets.ts'
import type { ExtendedKey } from './extended-key.ts'
import type { HotWallet } from './hot-wallet.ts'
import type { EvmClient } from './node.ts'
import type { EvmSettings } from './settings.ts'

export type ChainNeeds = { db: Database; clock: Clock; log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** A network whose addresses are assigned to accounts and whose blocks are read for transfers to them. */
export type Watch = ChainNeeds & {
  network: string
  /** For players. */
  networkName: string
  /** Required depth of a transfer in blocks, its own included. */
  confirmations: number
  assets: Asset[]
  key: ExtendedKey
  blocks: Blocks
  /** The format of addresses. */
  addressPattern: string
  /** The text of the QR code. */
  payeeUri(asset: Asset, address: string): string
}

/** The EVM chain, which also pays out. */
export type ChainParts = Watch & {
  evm: EvmSettings
  client: EvmClient
  /** Null if this process pays nothing out. */
  hotWallet: HotWallet | null
}

/**
 * A node's blocks. Incomplete responses throw NodeUnavailable; null means that the node does not have the block (yet).
 */
export type Blocks = {
  /** Number of concurrent requests while catching up. */
  atOnce: number
  head(): Promise<bigint>
  hashAt(number: bigint): Promise<string | null>
  read(number: bigint, oursAmong: FindOwnAddresses): Promise<SeenBlock | null>
}
export type FindOwnAddresses = (addresses: string[]) => Promise<Set<string>>
export type SeenBlock = {
  number: bigint
  hash: string
  parentHash: string
  transfers: SeenTransfer[]
  departures: SeenDeparture[]
}
/** What a transaction took from one of our addresses, a network's fee included. */
export type SeenDeparture = { txHash: string; from: string; contract: string | null; raw: bigint }
export type SeenTransfer = {
  txHash: string
  /**
   * EVM: -1 for the transaction's own value, otherwise the index of the log in its receipt. Bitcoin: the index of the
   * output. Neither changes when the transaction moves to another block.
   */
  position: number
  /** Lower case. */
  to: string
  /** Bitcoin: the first output that it spends. */
  from: string
  contract: string | null
  raw: bigint
  /** Spent outputs, `transaction:index`; absent if transactions of the chain do not conflict by outputs. */
  spends?: string[]
}

/** A deposit to an address without an open invoice. */
export type ExtraDeposit = {
  /** The account that the address is assigned to. */
  accountId: string
  method: string
  currency: string
  network: string
  amount: bigint
}

/** The functions of the payments module that chains call, each in the transaction that records the report. */
export type PaymentsCallbacks = {
  settle(tx: Tx, report: PartnerReport): Promise<string>
  /** Resolves to the new invoice's id. */
  openExtra(tx: Tx, deposit: ExtraDeposit): Promise<string>
}

export const partnerName = 'chain'
