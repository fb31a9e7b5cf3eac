/** What moves on the network, how it is counted there and here, and how much may move. */
import { type Subunits, toSubunits } from '#contract/money.ts'
import type { Range } from './setting-shapes.ts'
import type { EvmSettings } from './settings.ts'

export type ChainCurrency = 'ETH' | 'USDT' | 'BTC'
export type Asset = {
  currency: ChainCurrency
  /** Null for the network's own coin; else lower case. */
  contract: string | null
  /** Units of the chain in one subunit of the house: 1e9 wei in a gwei. */
  unitsPerSubunit: bigint
  range: Range
}

export function assetsOf(evm: EvmSettings): Asset[] {
  const ether: Asset = { currency: 'ETH', contract: null, unitsPerSubunit: 10n ** 9n, range: evm.ranges.ETH }
  if (!evm.usdt) return [ether]
  return [
    ether,
    {
      currency: 'USDT',
      contract: evm.usdt.address,
      unitsPerSubunit: 10n ** BigInt(evm.usdt.decimals - 6),
      range: evm.ranges.USDT,
    },
  ]
}

/** Whole subunits, rounded down, and what is left: nothing is credited that did not arrive, and nothing that arrived goes unrecorded. */
export function countUnits(asset: Asset, raw: bigint): { amount: Subunits; rest: bigint } {
  return { amount: toSubunits(raw / asset.unitsPerSubunit), rest: raw % asset.unitsPerSubunit }
}

/** Below a hundredth of the least amount nobody meant to deposit: such transfers are bait sent to many addresses, and no invoice is made of them. */
export function isDust(asset: Asset, amount: bigint): boolean {
  return amount * 100n < asset.range.min
}
