/**
 * Bitcoin's round: read new blocks, read unconfirmed transactions, report to payments. An unavailable server only
 * delays it.
 */
import { followChain } from '../follow.ts'
import { NodeUnavailable } from '../node.ts'
import type { PaymentsCallbacks } from '../parts.ts'
import { reportDeposits } from '../report-deposits.ts'
import { type BitcoinParts, lookAhead } from './look-ahead.ts'

/** What is already in the database is reported even while the server is unavailable. */
export async function runBitcoinRound(
  parts: BitcoinParts,
  payments: PaymentsCallbacks,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    await checkNetwork(parts)
    await followChain(parts, signal)
    await reportDeposits(parts, payments)
    await lookAhead(parts, signal)
  } finally {
    await reportDeposits(parts, payments)
  }
}

const checked = new WeakSet<BitcoinParts>()

/** Nothing is read from a network other than the configured one. */
async function checkNetwork(parts: BitcoinParts): Promise<void> {
  if (checked.has(parts)) return
  const first = await parts.esplora.hashAt(0n)
  if (first !== parts.genesis)
    throw new NodeUnavailable(
      `its first block is ${first ?? 'unavailable'}, which is not that of ${parts.networkName} (CHAIN_BTC_NETWORK)`,
    )
  checked.add(parts)
}
