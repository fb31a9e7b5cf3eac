/**
 * Parses a Bitcoin block from its bytes and verifies that it is complete: the transactions hash to the header's Merkle
 * root.
 */
import { createHash } from 'node:crypto'

export type BlockTransaction = { id: string; inputs: Buffer[]; outputs: Array<{ value: bigint; script: Buffer }> }
export type Block = { hash: string; parentHash: string; transactions: BlockTransaction[] }

const headerBytes = 80
/** The id of the spent transaction and the index of its output. */
const outpointBytes = 36

/** Throws RangeError for bytes that are not a block. */
export function readBlockBytes(bytes: Buffer): Block {
  const reader = openReader(bytes)
  const header = reader.take(headerBytes)
  const count = reader.count()
  const transactions: BlockTransaction[] = []
  const ids: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const { id, ...transaction } = readTransaction(reader)
    ids.push(id)
    transactions.push({ id: asShown(id), ...transaction })
  }
  if (!reader.isAtEnd() || !merkleRoot(ids).equals(header.subarray(36, 68)))
    throw new RangeError('the transactions of a block do not match its header')
  return { hash: asShown(twice(header)), parentHash: asShown(header.subarray(4, 36)), transactions }
}

/** `transaction:index`, as in block explorers. */
export function outpointOf(input: Buffer): string {
  return `${asShown(input.subarray(0, 32))}:${input.readUInt32LE(32)}`
}

type Reader = {
  take(length: number): Buffer
  count(): number
  peek(): number
  at(): number
  since(start: number): Buffer
  isAtEnd(): boolean
}

function openReader(bytes: Buffer): Reader {
  let place = 0
  const take = (length: number) => {
    if (length > bytes.length - place) throw new RangeError('a block ends too early')
    place += length
    return bytes.subarray(place - length, place)
  }
  return {
    take,
    /** A compact size; none in a block needs the longest form. */
    count() {
      const first = take(1)[0]!
      if (first < 0xfd) return first
      if (first === 0xfd) return take(2).readUInt16LE()
      if (first === 0xfe) return take(4).readUInt32LE()
      throw new RangeError('a block contains an impossible count')
    },
    peek: () => bytes[place] ?? -1,
    at: () => place,
    since: (start) => bytes.subarray(start, place),
    isAtEnd: () => place === bytes.length,
  }
}

/** The id excludes the witness (BIP144), so the parts around it are hashed. */
function readTransaction(reader: Reader): Omit<BlockTransaction, 'id'> & { id: Buffer } {
  const version = reader.take(4)
  // Every transaction has inputs: a zero here is the marker of a witness.
  const hasWitness = reader.peek() === 0
  if (hasWitness) reader.take(2)
  const start = reader.at()
  const inputs = Array.from({ length: bounded(reader.count()) }, () => {
    const outpoint = reader.take(outpointBytes)
    reader.take(reader.count())
    reader.take(4)
    return outpoint
  })
  const outputs = Array.from({ length: bounded(reader.count()) }, () => ({
    value: reader.take(8).readBigUInt64LE(),
    script: reader.take(reader.count()),
  }))
  const body = reader.since(start)
  if (hasWitness) for (const _ of inputs) for (let left = reader.count(); left > 0; left--) reader.take(reader.count())
  const lockTime = reader.take(4)
  return { id: twice(version, body, lockTime), inputs, outputs }
}

/** Before allocating: no block has that many. */
function bounded(count: number): number {
  if (count > 1_000_000) throw new RangeError('a block contains an impossible count')
  return count
}

function merkleRoot(ids: Buffer[]): Buffer {
  let row = ids
  if (row.length === 0) throw new RangeError('a block without transactions')
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, index) =>
      twice(row[index * 2]!, row[index * 2 + 1] ?? row[index * 2]!),
    )
  return row[0]!
}

function twice(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return createHash('sha256').update(hash.digest()).digest()
}

/** Hashes are displayed in reverse byte order. */
function asShown(hash: Buffer): string {
  return Buffer.from(hash.toReversed()).toString('hex')
}
