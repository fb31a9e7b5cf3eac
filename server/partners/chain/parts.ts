/** What every part of the chain works with. */
import type { Logger } from 'pino'
import type { Clock } from '../../deps.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { PartnerReport } from '../payments/port.ts'
import type { Asset } from './assets.ts'
import type { ExtendedKey } from './extended-key.ts'
import type { HotWallet } from './hot-wallet.ts'
import type { EvmClient } from './node.ts'
import type { EvmSettings } from './settings.ts'

export type ChainNeeds = { db: Database; clock: Clock; log: Pick<Logger, 'info' | 'warn' | 'error'> }
export type ChainParts = ChainNeeds & {
  evm: EvmSettings
  assets: Asset[]
  key: ExtendedKey
  client: EvmClient
  /** Null where this process pays nothing out. */
  hotWallet: HotWallet | null
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

/** What the chain asks of the house's payments, each inside the transaction that writes down that it was told. */
export type House = {
  settle(tx: Tx, report: PartnerReport): Promise<string>
  /** Resolves to the new invoice's id. */
  openExtra(tx: Tx, deposit: ExtraDeposit): Promise<string>
}

export const partnerName = 'chain'
