/** The assets of the network, their units on the chain and here, and their limits. */
import { type Subunits, toSubunits } from '#contract/money.ts'
import type { Range } from './setting-shapes.ts'
import type { EvmSettings } from './settings.ts'

export type ChainCurrency = 'ETH' | 'USDT' | 'BTC'
export type Asset = {
  currency: ChainCurrency
  /** Null for the network's own coin; otherwise lower case. */
  contract: string | null
  /** Units of the chain in one subunit: 1e9 wei in a gwei. */
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

/**
 * Whole subunits, rounded down, and the remainder: never more is credited than arrived, and the remainder is recorded.
 */
export function countUnits(asset: Asset, raw: bigint): { amount: Subunits; rest: bigint } {
  return { amount: toSubunits(raw / asset.unitsPerSubunit), rest: raw % asset.unitsPerSubunit }
}

/**
 * Transfers below a hundredth of the minimum are dust, sent to many addresses as bait: no invoice is created for them.
 */
export function isDust(asset: Asset, amount: bigint): boolean {
  return amount * 100n < asset.range.min
}
