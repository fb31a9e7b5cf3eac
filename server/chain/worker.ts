/**
 * The rounds of the chains. The EVM chain's: read new blocks, report to payments, track and sign payouts. An
 * unavailable node only delays it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../kernel/jobs/scheduler.ts'
import type { KernelDeps } from '../deps.ts'
import { compareBalances } from './compare-balances.ts'
import { followChain } from './follow.ts'
import { ask, NodeUnavailable } from './node.ts'
import type { ChainParts, PaymentsCallbacks, Watch } from './parts.ts'
import { reportPayouts } from './payouts.ts'
import { signPayouts } from './sign-payouts.ts'
import { reportDeposits } from './report-deposits.ts'
import { trackPayouts } from './track-payouts.ts'
import { tokenAbi } from './transaction.ts'

const maxWaitMs = 60_000

export type Round = (signal: AbortSignal) => Promise<void>

export function chainJob({ network }: Pick<Watch, 'network'>, round: Round, { log }: KernelDeps, everyMs: number): Job {
  let failures = 0
  const run = async (signal: AbortSignal) => {
    try {
      await round(signal)
      if (failures > 1) log.info({ network }, 'the node is available again')
      failures = 0
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error
      failures += 1
      // A single failure is not reported: a node may be restarting, or the sandbox's chain may still be starting.
      if (failures === 2 || failures % 10 === 0)
        log.warn(
          { network, failures, reason: error.message },
          'the node is unavailable; deposits and payouts on the chain are delayed',
        )
      await sleep(Math.min(maxWaitMs, everyMs * 2 ** Math.min(failures, 6)), undefined, { signal }).catch(
        () => undefined,
      )
    }
  }
  return { name: `chain-${network}`, everyMs, run }
}

/** Data already in the database are reported even while the node is unavailable. */
export async function runChainRound(
  parts: ChainParts,
  payments: PaymentsCallbacks,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    await checkChain(parts)
    await followChain(parts, signal)
    await reportDeposits(parts, payments)
    if (parts.hotWallet && !signal.aborted) {
      await signPayouts(parts, parts.hotWallet)
      await trackPayouts(parts, parts.hotWallet)
    }
    if (!signal.aborted) await compareIfAvailable(parts)
  } finally {
    await reportDeposits(parts, payments)
    await reportPayouts(parts, payments)
  }
}

const warnEveryMs = 3_600_000
const warnedAt = new WeakMap<ChainParts, number>()

/** Compares balances. A node that returns blocks but not balances must not delay anything else. */
async function compareIfAvailable(parts: ChainParts): Promise<void> {
  try {
    await compareBalances(parts)
    warnedAt.delete(parts)
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error
    const now = parts.clock.now().getTime()
    if (now - (warnedAt.get(parts) ?? -Infinity) < warnEveryMs) return
    warnedAt.set(parts, now)
    parts.log.warn(
      { network: parts.network, reason: error.message },
      'the node does not tell the balances of deposit addresses; what no transaction shows is not found meanwhile',
    )
  }
}

const checked = new WeakSet<ChainParts>()

/** Nothing is read from a chain other than the configured one, and no token with other decimals. */
async function checkChain(parts: ChainParts): Promise<void> {
  if (checked.has(parts)) return
  const { client, evm } = parts
  const chainId = await ask(() => client.getChainId())
  if (chainId !== evm.chainId)
    throw new NodeUnavailable(`it is on chain ${chainId}, but CHAIN_EVM_CHAIN_ID is ${evm.chainId}`)
  if (evm.usdt) {
    const decimals = await ask(() =>
      client.readContract({ address: evm.usdt!.address as `0x${string}`, abi: tokenAbi, functionName: 'decimals' }),
    )
    if (decimals !== evm.usdt.decimals)
      throw new NodeUnavailable(
        `its USDT has ${decimals} decimals, but CHAIN_EVM_USDT_DECIMALS is ${evm.usdt.decimals}`,
      )
  }
  checked.add(parts)
}
