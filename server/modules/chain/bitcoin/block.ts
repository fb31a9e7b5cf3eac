/** Reads a Bitcoin block from its bytes, and proves that they are all of it: the transactions hash to what the header says. */
import { createHash } from 'node:crypto'

export type BlockTransaction = { id: string; inputs: Buffer[]; outputs: Array<{ value: bigint; script: Buffer }> }
export type Block = { hash: string; parentHash: string; transactions: BlockTransaction[] }

const headerBytes = 80
/** The id of the transaction spent, and the place of its output. */
const outpointBytes = 36

/** Throws RangeError for bytes that are no block. */
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
    throw new RangeError('the transactions of a block are not those of its header')
  return { hash: asShown(twice(header)), parentHash: asShown(header.subarray(4, 36)), transactions }
}

/** `transaction:place`, as explorers write it. */
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
    /** A compact size; none in a block is as large as the longest form of it. */
    count() {
      const first = take(1)[0]!
      if (first < 0xfd) return first
      if (first === 0xfd) return take(2).readUInt16LE()
      if (first === 0xfe) return take(4).readUInt32LE()
      throw new RangeError('a block names an impossible size')
    },
    peek: () => bytes[place] ?? -1,
    at: () => place,
    since: (start) => bytes.subarray(start, place),
    isAtEnd: () => place === bytes.length,
  }
}

/** The id leaves out the witness (BIP144), so it is hashed from the parts around it. */
function readTransaction(reader: Reader): Omit<BlockTransaction, 'id'> & { id: Buffer } {
  const version = reader.take(4)
  // A transaction without inputs is none: a zero in this place is the mark of a witness.
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

/** Before room is made for them: no block holds as many. */
function bounded(count: number): number {
  if (count > 1_000_000) throw new RangeError('a block names an impossible size')
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

/** Hashes are written backwards, everywhere. */
function asShown(hash: Buffer): string {
  return Buffer.from(hash.toReversed()).toString('hex')
}
