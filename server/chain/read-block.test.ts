import { expect, test } from 'vitest'
import { type EvmClient, NodeUnavailable } from './node.ts'
import { evmBlocks } from './read-block.ts'

const address = (byte: string) => `0x${byte.repeat(20)}`
const [ours, other, payer, token] = [address('a1'), address('b2'), address('C3'), address('D4')]
const blockHash = `0x${'9'.repeat(64)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.padStart(64, '0')}`
type Log = { address: string; topics: string[]; data: string }
const transfer = (from: string, to: string, raw: bigint): Log => ({
  address: token,
  topics: [transferTopic, word(from.slice(2)), word(to.slice(2))],
  data: word(raw.toString(16)),
})

type Transaction = { from: string; to: string | null; value?: bigint; logs?: Log[]; isFailed?: boolean; block?: string }

/** Reads a block of these transactions through a node that answers as Ethereum's do; only `ours` is ours. */
async function read(...transactions: Transaction[]) {
  const hashes = transactions.map((_, index) => `0x${String(index + 1).repeat(64)}`)
  const receipts: string[] = []
  const request = async ({ method, params }: { method: string; params: unknown[] }) => {
    if (method === 'eth_getBlockByNumber')
      return {
        hash: blockHash,
        parentHash: `0x${'8'.repeat(64)}`,
        transactions: transactions.map(({ from, to, value = 0n }, index) => ({
          hash: hashes[index],
          from,
          to,
          value: `0x${value.toString(16)}`,
        })),
      }
    if (method === 'eth_getLogs') {
      expect(params).toEqual([{ blockHash, topics: [transferTopic] }])
      return transactions.flatMap(({ logs = [], isFailed }, index) =>
        isFailed ? [] : logs.map((log) => ({ ...log, transactionHash: hashes[index] })),
      )
    }
    expect(method).toBe('eth_getTransactionReceipt')
    const index = hashes.indexOf(String(params[0]))
    receipts.push(hashes[index]!)
    const { logs = [], isFailed, block = blockHash } = transactions[index]!
    return {
      transactionHash: hashes[index],
      blockHash: block,
      blockNumber: '0x7',
      status: isFailed ? '0x0' : '0x1',
      gasUsed: '0x5208',
      effectiveGasPrice: '0x2',
      l1Fee: '0x64',
      logs: isFailed ? [] : logs,
    }
  }
  const seen = await evmBlocks({ request } as unknown as EvmClient).read(7n, async (asked) => {
    return new Set(asked.filter((each) => each === ours))
  })
  return { seen: seen!, hashes, receipts }
}
/** 21,000 gas at 2 wei, and 100 wei of the chain below. */
const fee = 42_100n

test('coins and tokens to our address are transfers with the payer, whatever letters the node writes', async () => {
  const { seen, hashes } = await read(
    { from: payer, to: ours.toUpperCase().replace('0X', '0x'), value: 5n },
    { from: payer, to: token, logs: [transfer(other, other, 9n), transfer(payer, ours, 7n)] },
  )
  expect(seen).toMatchObject({ number: 7n, hash: blockHash, departures: [] })
  expect(seen.transfers).toEqual([
    { txHash: hashes[0], position: -1, to: ours, from: payer.toLowerCase(), contract: null, raw: 5n },
    { txHash: hashes[1], position: 1, to: ours, from: payer.toLowerCase(), contract: token.toLowerCase(), raw: 7n },
  ])
})

test('what leaves our address is a departure, its fee included', async () => {
  const { seen, hashes } = await read(
    { from: ours, to: other, value: 5n },
    { from: ours, to: token, logs: [transfer(ours, other, 7n)] },
    { from: payer, to: token, logs: [transfer(ours, other, 3n)] },
  )
  expect(seen.transfers).toEqual([])
  const inOrder = seen.departures.toSorted((one, next) => hashes.indexOf(one.txHash) - hashes.indexOf(next.txHash))
  expect(inOrder).toEqual([
    { txHash: hashes[0], from: ours, contract: null, raw: 5n + fee },
    { txHash: hashes[1], from: ours, contract: null, raw: fee },
    { txHash: hashes[1], from: ours, contract: token.toLowerCase(), raw: 7n },
    { txHash: hashes[2], from: ours, contract: token.toLowerCase(), raw: 3n },
  ])
})

test('a failed transaction moves nothing but its fee', async () => {
  const { seen, hashes } = await read(
    { from: payer, to: ours, value: 5n, isFailed: true },
    { from: ours, to: other, value: 5n, isFailed: true },
  )
  expect(seen.transfers).toEqual([])
  expect(seen.departures).toEqual([{ txHash: hashes[1], from: ours, contract: null, raw: fee }])
})

test('transfers without value are bait and are ignored, and so is the creation of a contract', async () => {
  const { seen, receipts } = await read(
    { from: payer, to: token, logs: [transfer(payer, ours, 0n), transfer(ours, other, 0n)] },
    { from: payer, to: ours, value: 0n },
    { from: payer, to: null, value: 5n },
  )
  expect([seen.transfers, seen.departures]).toEqual([[], []])
  // What does not concern us costs no call.
  expect(receipts).toHaveLength(1)
})

test('an address that pays itself has both sides', async () => {
  const { seen } = await read({ from: ours, to: ours, value: 5n })
  expect([seen.transfers[0]!.raw, seen.departures[0]!.raw]).toEqual([5n, 5n + fee])
})

test('a receipt of another block is no answer, and a block that the node lacks is none', async () => {
  const moved = read({ from: payer, to: ours, value: 5n, block: `0x${'7'.repeat(64)}` })
  await expect(moved).rejects.toThrow(NodeUnavailable)
  const client = { request: async () => null } as unknown as EvmClient
  const blocks = evmBlocks(client)
  expect([await blocks.read(7n, async () => new Set()), await blocks.hashAt(7n)]).toEqual([null, null])
})
