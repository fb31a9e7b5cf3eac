import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NodeUnavailable } from '../node.ts'
import type { Esplora } from './esplora.ts'
import { bitcoinBlocks } from './read-block.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const twice = (bytes: Buffer) => sha256(sha256(bytes))
const shown = (id: Buffer) => Buffer.from(id.toReversed()).toString('hex')
const number = (value: number) => Buffer.from(Uint32Array.of(value).buffer)

type Output = { value: bigint; script: Buffer }
const keyHash = Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex')
/** The address of BIP 173's example for this key hash. */
const [onBitcoin, onSignet] = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
]
const toKey = (value: bigint, hash = keyHash): Output => ({ value, script: Buffer.concat([Buffer.of(0, 20), hash]) })

/** A transaction without witness (BIP 144) that spends these outpoints. */
function transaction(inputs: Array<[id: Buffer, index: number]>, outputs: Output[]): Buffer {
  const parts: Buffer[] = [number(2), Buffer.of(inputs.length)]
  for (const [id, index] of inputs) parts.push(id, number(index), Buffer.of(0), number(0xffffffff))
  parts.push(Buffer.of(outputs.length))
  for (const { value, script } of outputs) {
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(value)
    parts.push(amount, Buffer.of(script.length), script)
  }
  return Buffer.concat([...parts, number(0)])
}
function block(one: Buffer): { bytes: Buffer; hash: string } {
  const header = Buffer.concat([number(1), Buffer.alloc(32, 7), twice(one), Buffer.alloc(12)])
  return { bytes: Buffer.concat([header, Buffer.of(1), one]), hash: shown(twice(header)) }
}
function read(
  one: Buffer,
  {
    hash = block(one).hash,
    network = 'bitcoin',
    bytes = block(one).bytes,
  }: { hash?: string; network?: 'bitcoin' | 'signet'; bytes?: Buffer } = {},
) {
  const asked: string[][] = []
  const esplora = { hashAt: async () => hash, block: async () => bytes } as unknown as Esplora
  const found = bitcoinBlocks(esplora, network).read(9n, async (addresses) => {
    asked.push(addresses)
    return new Set(addresses)
  })
  return found.then((seen) => ({ seen, asked: asked.flat() }))
}

const spent = Buffer.from('11'.repeat(32), 'hex')

test('an output to the hash of a key is a transfer to its address on the network', async () => {
  const other = toKey(5n, Buffer.alloc(20, 9))
  const one = transaction(
    [
      [spent, 3],
      [spent, 0],
    ],
    [other, toKey(1234n)],
  )
  const { seen } = await read(one)
  expect(seen).toMatchObject({ number: 9n, hash: block(one).hash, parentHash: '07'.repeat(32), departures: [] })
  expect(seen!.transfers).toHaveLength(2)
  expect(seen!.transfers[1]).toEqual({
    txHash: shown(twice(one)),
    position: 1,
    to: onBitcoin,
    from: `${'11'.repeat(32)}:3`,
    contract: null,
    raw: 1234n,
    spends: [`${'11'.repeat(32)}:3`, `${'11'.repeat(32)}:0`],
  })
  expect((await read(one, { network: 'signet' })).seen!.transfers[1]!.to).toBe(onSignet)
})

test('outputs of another form, or without value, are never asked about; each address is once', async () => {
  const script = Buffer.concat([Buffer.of(0, 32), Buffer.alloc(32, 1)])
  const versionOne = Buffer.concat([Buffer.of(0x51, 20), keyHash])
  const longer = Buffer.concat([Buffer.of(0, 20), keyHash, Buffer.of(0)])
  const otherPush = Buffer.concat([Buffer.of(0, 19), keyHash])
  const others = [script, versionOne, longer, otherPush].map((each) => ({ value: 7n, script: each }))
  const { seen, asked } = await read(transaction([[spent, 0]], [...others, toKey(0n), toKey(1n), toKey(2n)]))
  expect(asked).toEqual([onBitcoin])
  expect(seen!.transfers.map(({ position, raw }) => [position, raw])).toEqual([
    [5, 1n],
    [6, 2n],
  ])
})

test('the reward of a block spends nothing that another block could spend again', async () => {
  const nothing = Buffer.alloc(32)
  const reward = transaction([[nothing, 0xffffffff]], [toKey(5n)])
  expect((await read(reward)).seen!.transfers[0]!.spends).toEqual([`${shown(twice(reward))}:reward`])
  const usual = transaction([[Buffer.concat([Buffer.of(1), Buffer.alloc(31)]), 0]], [toKey(5n)])
  expect((await read(usual)).seen!.transfers[0]!.spends).toEqual([`${'0'.repeat(63)}1:0`])
})

test('a block that the server lacks is none; another one, or a broken one, is no answer', async () => {
  const one = transaction([[spent, 0]], [toKey(5n)])
  expect((await read(one, { hash: '' })).seen).toBeNull()
  await expect(read(one, { hash: 'ab'.repeat(32) })).rejects.toThrow(NodeUnavailable)
  await expect(read(one, { hash: 'ab'.repeat(32) })).rejects.toThrow('different block')
  await expect(read(one, { bytes: block(one).bytes.subarray(0, -1) })).rejects.toThrow('malformed block')
})
