/** Bitcoin's round: read on, look at what waits, tell payments. A server that is away slows it down and changes nothing. */
import { followChain } from '../follow.ts'
import { NodeUnavailable } from '../node.ts'
import type { House } from '../parts.ts'
import { reportDeposits } from '../report-deposits.ts'
import { type BitcoinParts, lookAhead } from './look-ahead.ts'

/** What the database knows is told even while the server is away. */
export async function runBitcoinRound(
  parts: BitcoinParts,
  house: House,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    await checkNetwork(parts)
    await followChain(parts, signal)
    await reportDeposits(parts, house)
    await lookAhead(parts, signal)
  } finally {
    await reportDeposits(parts, house)
  }
}

const checked = new WeakSet<BitcoinParts>()

/** Nothing is read from another network than the one that was set. */
async function checkNetwork(parts: BitcoinParts): Promise<void> {
  if (checked.has(parts)) return
  const first = await parts.esplora.hashAt(0n)
  if (first !== parts.genesis)
    throw new NodeUnavailable(
      `its first block is ${first ?? 'not to be had'}, which is not that of ${parts.networkName} (CHAIN_BTC_NETWORK)`,
    )
  checked.add(parts)
}
