/** The maximum fee of a transaction (EIP-1559), and the fee needed to replace a pending one. */
import { ask, type EvmClient } from './node.ts'

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

const gwei = 10n ** 9n

/** Null if the next block's base fee is already above the limit: a delay is better than an excessive fee. */
export async function suggestFees(client: EvmClient, capWei: bigint): Promise<Fees | null> {
  const block = await ask(() => client.getBlock({ blockTag: 'latest' }))
  const tip = await ask(() => client.request({ method: 'eth_maxPriorityFeePerGas' })).then(BigInt, () => gwei)
  return feesFor({ baseFee: block.baseFeePerGas ?? 0n, tip, capWei })
}

/** Twice the base fee covers six consecutive full blocks. */
export function feesFor({ baseFee, tip, capWei }: { baseFee: bigint; tip: bigint; capWei: bigint }): Fees | null {
  if (baseFee >= capWei) return null
  const maxFeePerGas = smaller(capWei, baseFee * 2n + tip)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) }
}

/**
 * Nodes accept a replacement with the same nonce only if both fees are a tenth higher; an eighth has a margin. Null if
 * the limit does not allow it.
 */
export function raiseFees(former: Fees, suggested: Fees | null, capWei: bigint): Fees | null {
  const maxFeePerGas = larger(raised(former.maxFeePerGas), suggested?.maxFeePerGas ?? 0n)
  const maxPriorityFeePerGas = larger(raised(former.maxPriorityFeePerGas), suggested?.maxPriorityFeePerGas ?? 0n)
  return maxFeePerGas <= capWei
    ? { maxFeePerGas, maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, maxFeePerGas) }
    : null
}

function raised(wei: bigint): bigint {
  return wei + wei / 8n + 1n
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
