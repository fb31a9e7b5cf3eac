/** One block, and its transfers to our addresses. */
import type { Hex } from 'viem'
import { ask, type EvmClient, NodeUnavailable, readReceipt, readTransferLog, transferFilter } from './node.ts'
import type { Blocks, FindOwnAddresses, SeenBlock, SeenDeparture, SeenTransfer } from './parts.ts'

export function evmBlocks(client: EvmClient): Blocks {
  return {
    atOnce: 8,
    head: () => ask(() => client.getBlockNumber()),
    async hashAt(number) {
      const block = await ask(() =>
        client.request({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] }),
      )
      return block?.hash ?? null
    },
    read: (number, oursAmong) => readBlock(client, number, oursAmong),
  }
}

/**
 * Null if the node does not have the block (yet). Logs are requested by the block's hash, so that a lagging node
 * cannot answer for another block or an empty one.
 */
async function readBlock(client: EvmClient, number: bigint, oursAmong: FindOwnAddresses): Promise<SeenBlock | null> {
  const block = await ask(() =>
    client.request({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, true] }),
  )
  if (!block?.hash) return null
  const logs = await ask(() => client.request({ method: 'eth_getLogs', params: [transferFilter(block.hash!)] }))
  const calls = block.transactions.filter((transaction) => typeof transaction === 'object')
  const payments = calls
    .filter(({ to, value }) => to !== null && BigInt(value) > 0n)
    .map(({ hash, to }) => ({ hash, to: to!.toLowerCase() }))
  const tokens = logs.flatMap((log) => {
    const transfer = readTransferLog(log)
    return transfer && log.transactionHash
      ? [
          { hash: log.transactionHash, to: transfer.to },
          { hash: log.transactionHash, to: transfer.from },
        ]
      : []
  })
  const senders = calls.map(({ hash, from }) => ({ hash, to: from.toLowerCase() }))
  const named = [...payments, ...tokens, ...senders]
  const ours = await oursAmong([...new Set(named.map(({ to }) => to))])
  const hashes = new Set(named.filter(({ to }) => ours.has(to)).map(({ hash }) => hash))
  const seen: SeenBlock = { number, hash: block.hash, parentHash: block.parentHash, transfers: [], departures: [] }
  for (const hash of hashes) {
    const of = await movesOf(client, block.hash, calls.find((call) => call.hash === hash) ?? null, hash, ours)
    seen.transfers.push(...of.transfers)
    seen.departures.push(...of.departures)
  }
  return seen
}

type Call = { hash: Hex; from: Hex; to: Hex | null; value: Hex }

async function movesOf(
  client: EvmClient,
  blockHash: string,
  call: Call | null,
  hash: string,
  ours: Set<string>,
): Promise<Pick<SeenBlock, 'transfers' | 'departures'>> {
  const receipt = await readReceipt(client, hash)
  if (receipt?.blockHash !== blockHash)
    throw new NodeUnavailable('the node has no receipt for a transaction of a block that it returned')
  const departures: SeenDeparture[] = []
  const sender = call?.from.toLowerCase()
  const fee = receipt.gasUsed * receipt.gasPrice + receipt.outerFee
  if (call && sender && ours.has(sender))
    departures.push({
      txHash: hash,
      from: sender,
      contract: null,
      raw: fee + (receipt.isSuccess ? BigInt(call.value) : 0n),
    })
  // A failed transaction moved nothing but its fee, whatever its value.
  if (!receipt.isSuccess) return { transfers: [], departures }
  const found: SeenTransfer[] = []
  const to = call?.to?.toLowerCase()
  if (call && to && ours.has(to) && BigInt(call.value) > 0n)
    found.push({
      txHash: hash,
      position: -1,
      to,
      from: call.from.toLowerCase(),
      contract: null,
      raw: BigInt(call.value),
    })
  for (const [position, log] of receipt.logs.entries()) {
    const transfer = readTransferLog(log)
    // Zero-value transfers are bait: they add an address to the payer's history.
    if (transfer && ours.has(transfer.to) && transfer.raw > 0n)
      found.push({
        txHash: hash,
        position,
        to: transfer.to,
        from: transfer.from,
        contract: transfer.contract,
        raw: transfer.raw,
      })
    if (transfer && ours.has(transfer.from) && transfer.raw > 0n)
      departures.push({ txHash: hash, from: transfer.from, contract: transfer.contract, raw: transfer.raw })
  }
  return { transfers: found, departures }
}
