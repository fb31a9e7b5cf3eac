/** The transaction of a payout, and whether a receipt proves that it was paid. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Asset } from './assets.ts'
import { type Receipt, readTransferLog } from './node.ts'

export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
])

export type Payment = { destination: Hex; amount: bigint; asset: Asset }
export type Call = { to: Hex; value: bigint; data?: Hex }

export function callFor({ destination, amount, asset }: Payment): Call {
  const raw = amount * asset.unitsPerSubunit
  if (asset.contract === null) return { to: destination, value: raw }
  return {
    to: asset.contract as Hex,
    value: 0n,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [destination, raw] }),
  }
}

/** `odd`: it did not fail, but the token's log does not show this transfer. */
export function outcomeOf(
  receipt: Receipt,
  { destination, amount, asset }: Payment,
  sender: string,
): 'paid' | 'reverted' | 'odd' {
  if (!receipt.isSuccess) return 'reverted'
  if (asset.contract === null) return 'paid'
  const moved = receipt.logs
    .map(readTransferLog)
    .some(
      (log) =>
        log !== null &&
        log.contract === asset.contract &&
        log.from === sender.toLowerCase() &&
        log.to === destination.toLowerCase() &&
        log.raw === amount * asset.unitsPerSubunit,
    )
  return moved ? 'paid' : 'odd'
}
