/**
 * An EVM node over JSON-RPC. It may be slow, behind, or incomplete: an incomplete response is treated as unavailable,
 * and nothing is concluded from it.
 */
import { BaseError, createPublicClient, http, HttpRequestError, type Hex, type PublicClient, TimeoutError } from 'viem'

/** Describes the failure without the node's address, which may contain an API key. */
export class NodeUnavailable extends Error {}

export type EvmClient = PublicClient
export type Receipt = {
  transactionHash: string
  blockHash: string
  blockNumber: bigint
  isSuccess: boolean
  gasUsed: bigint
  gasPrice: bigint
  /** What a chain on top of another one takes for that one's fee. */
  outerFee: bigint
  logs: Array<{ address: string; topics: string[]; data: string }>
}

export function openNode(rpcUrl: string, timeoutMs = 8000): EvmClient {
  // No caching and no retries here: the next round asks again.
  return createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }),
    cacheTime: 0,
  }) as PublicClient
}

export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NodeUnavailable(describe(error))
  }
}

/** The kind of the failure and the node's message, never the request or its address. */
export function describe(error: unknown): string {
  if (!(error instanceof BaseError))
    return error instanceof NodeUnavailable ? error.message : 'the node returned a malformed response'
  return `${error.name}: ${(error.details || error.shortMessage).replaceAll(/https?:\/\/\S+/g, '[address]').slice(0, 200)}`
}

export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
  )
}

/** Null while the transaction is in no block. */
export async function readReceipt(client: EvmClient, hash: string): Promise<Receipt | null> {
  const receipt = await ask(() => client.request({ method: 'eth_getTransactionReceipt', params: [hash as Hex] }))
  if (!receipt?.blockHash) return null
  return {
    transactionHash: receipt.transactionHash,
    blockHash: receipt.blockHash,
    blockNumber: BigInt(receipt.blockNumber),
    isSuccess: receipt.status === '0x1',
    gasUsed: BigInt(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice ?? '0x0'),
    outerFee: BigInt((receipt as { l1Fee?: Hex }).l1Fee ?? '0x0'),
    logs: receipt.logs.map(({ address, topics, data }) => ({
      address: address.toLowerCase(),
      topics: [...topics],
      data,
    })),
  }
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type TokenTransfer = { contract: string; from: string; to: string; raw: bigint }

/** Null for any other log, including non-fungible tokens (a fourth topic). */
export function readTransferLog({
  address,
  topics,
  data,
}: {
  address: string
  topics: readonly string[]
  data: string
}): TokenTransfer | null {
  if (topics.length !== 3 || topics[0] !== transferTopic || !/^0x[0-9a-f]{64}$/i.test(data)) return null
  return { contract: address.toLowerCase(), from: addressIn(topics[1]!), to: addressIn(topics[2]!), raw: BigInt(data) }
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`.toLowerCase()
}

export function transferFilter(blockHash: string) {
  return { blockHash: blockHash as Hex, topics: [transferTopic as Hex] }
}
