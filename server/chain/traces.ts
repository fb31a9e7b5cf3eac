/**
 * Coins that a contract sent within a transaction. Plain blocks and receipts do not show them; a node that can trace
 * does, in one of two forms.
 */
import { BaseError, type Hex, HttpRequestError } from 'viem'
import * as HttpStatus from '#contract/statuses.ts'
import { describe, type EvmClient, NodeUnavailable } from './node.ts'

/** `position`: -2 and below, by the order of the calls of the transaction; the transaction itself is -1. */
export type InnerPayment = { txHash: string; position: number; from: string; to: string; raw: bigint }

/** Null if the node cannot trace. */
export async function traceBlock(
  client: EvmClient,
  { number, hash }: { number: bigint; hash: string },
): Promise<InnerPayment[] | null> {
  const ask = (method: string, params: unknown[]) => attempt(() => client.request({ method, params } as never))
  const calls = await ask('debug_traceBlockByHash', [hash, { tracer: 'callTracer' }])
  if (isList<TracedCall>(calls) && calls.every(({ txHash, result }) => txHash && result))
    return calls.flatMap(({ txHash, result }) => paymentsUnder(txHash!, result!))
  const entries = await ask('trace_block', [`0x${number.toString(16)}`])
  if (!isList<TraceEntry>(entries) || entries.some(({ blockHash }) => blockHash !== hash)) return null
  return paymentsAmong(entries)
}

/** Null if the node refuses the call or takes too long; throws NodeUnavailable only if it may answer later. */
async function attempt(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof BaseError ? error.walk((each) => each instanceof HttpRequestError) : null
    if (!(cause instanceof HttpRequestError)) return null
    const status = cause.status ?? HttpStatus.serviceUnavailable
    if (status === HttpStatus.tooManyRequests || status >= HttpStatus.internalServerError)
      throw new NodeUnavailable(describe(error))
    return null
  }
}

function isList<T>(answer: unknown): answer is T[] {
  return Array.isArray(answer)
}

/** The frames that move coins between addresses; `DELEGATECALL` and similar ones have a value but move nothing. */
const moving = ['call', 'create', 'create2', 'selfdestruct', 'suicide']

type Frame = { type: string; from: string; to?: string; value?: Hex; error?: string; calls?: Frame[] }
type TracedCall = { txHash?: string; result?: Frame }

/** geth's `callTracer`: a tree of calls. */
function paymentsUnder(txHash: string, root: Frame): InnerPayment[] {
  const found: InnerPayment[] = []
  let count = 0
  const visit = (frame: Frame): void => {
    const position = -1 - count++
    if (frame.error !== undefined) {
      skip(frame.calls)
      return
    }
    const raw = BigInt(frame.value ?? 0)
    if (position < -1 && frame.to && raw > 0n && moving.includes(frame.type.toLowerCase()))
      found.push({ txHash, position, from: frame.from.toLowerCase(), to: frame.to.toLowerCase(), raw })
    for (const call of frame.calls ?? []) visit(call)
  }
  /** Reverted calls are counted for the positions, but moved nothing. */
  const skip = (calls: Frame[] = []): void => {
    for (const call of calls) {
      count++
      skip(call.calls)
    }
  }
  visit(root)
  return found
}

type TraceEntry = {
  blockHash: string
  transactionHash?: string | null
  traceAddress: number[]
  type: string
  error?: string
  action: {
    from?: string
    to?: string
    value?: Hex
    callType?: string
    address?: string
    refundAddress?: string
    balance?: Hex
  }
  result?: { address?: string } | null
}

/** `trace_block`: a list of calls in the same order. */
function paymentsAmong(entries: TraceEntry[]): InnerPayment[] {
  const counts = new Map<string, number>()
  const failed = new Set<string>()
  const found: InnerPayment[] = []
  for (const { transactionHash: txHash, traceAddress, type, error, action, result } of entries) {
    // A reward of the block belongs to no transaction.
    if (!txHash) continue
    const count = counts.get(txHash) ?? 0
    counts.set(txHash, count + 1)
    const place = (length: number) => `${txHash} ${traceAddress.slice(0, length).join('.')}`
    const isUndone = error !== undefined || traceAddress.some((_, length) => failed.has(place(length)))
    if (isUndone) {
      failed.add(place(traceAddress.length))
      continue
    }
    const to = type === 'suicide' ? action.refundAddress : (action.to ?? result?.address)
    const from = type === 'suicide' ? action.address : action.from
    const raw = BigInt((type === 'suicide' ? action.balance : action.value) ?? 0)
    if (count === 0 || !to || !from || raw === 0n || !moving.includes(action.callType ?? type)) continue
    found.push({ txHash, position: -1 - count, from: from.toLowerCase(), to: to.toLowerCase(), raw })
  }
  return found
}
