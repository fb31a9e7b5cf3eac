/** Builds the Merkle sum tree of one currency. */
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  hashBytes,
  type Leaf,
  leafInput,
  type Node,
  nodeBytes,
  nodeInput,
  sumBytes,
} from '#contract/liability-proof.ts'
import type { RandomBytes } from '../../../deps.ts'

export type Owed = { playerId: string; amount: bigint }
type PlacedLeaf = { playerId: string; part: number; position: number; amount: bigint; salt: Uint8Array }
export type Tree = { leaves: number; root: Node; placed: PlacedLeaf[]; levels: Buffer[] }

/** More parts hide balances better and make proofs longer. */
const partsPerBalance = 4
/** With fewer, the number of leaves would reveal how few players there are. */
const fewestLeaves = 64
/** Hashes between two turns of the event loop. */
const batch = 5000

export const sha256 = (input: Uint8Array): Buffer => createHash('sha256').update(input).digest()

export async function buildTree(
  { report, currency, owed }: { report: string; currency: string; owed: Owed[] },
  randomBytes: RandomBytes,
): Promise<Tree> {
  const parts = owed.flatMap(({ playerId, amount }) =>
    divide(amount, randomBytes).map((part, index) => ({ playerId, part: index, amount: part })),
  )
  const leaves = Math.max(fewestLeaves, 2 ** Math.ceil(Math.log2(Math.max(parts.length, 1))))
  const positions = shuffled(leaves, randomBytes)
  // A leaf that belongs to nobody has a random hash, indistinguishable from any other.
  const bottom = Buffer.concat(
    Array.from({ length: leaves }, () => writeNode({ hash: randomBytes(hashBytes), sum: 0n })),
  )
  const placed: PlacedLeaf[] = []
  for (const [index, part] of parts.entries()) {
    const leaf: Leaf = { ...part, report, currency, salt: randomBytes(hashBytes) }
    const position = positions[index]!
    writeNode({ hash: sha256(leafInput(leaf)), sum: leaf.amount }).copy(bottom, position * nodeBytes)
    placed.push({ ...part, position, salt: leaf.salt })
    if (index % batch === batch - 1) await breathe()
  }
  const levels: Buffer[] = [bottom]
  while (levels.at(-1)!.length > nodeBytes) levels.push(await levelAbove(levels.at(-1)!))
  return { leaves, root: readNode(levels.pop()!, 0), placed, levels }
}

export async function levelAbove(below: Buffer): Promise<Buffer> {
  const nodes: Buffer[] = []
  for (let index = 0; index < below.length / nodeBytes; index += 2) {
    const [left, right] = [readNode(below, index), readNode(below, index + 1)]
    nodes.push(writeNode({ hash: sha256(nodeInput(left, right)), sum: left.sum + right.sum }))
    if (nodes.length % batch === 0) await breathe()
  }
  return Buffer.concat(nodes)
}

export function readNode(level: Buffer, index: number): Node {
  const at = index * nodeBytes
  return { hash: level.subarray(at, at + hashBytes), sum: level.readBigUInt64BE(at + hashBytes) }
}

function writeNode({ hash, sum }: Node): Buffer {
  return Buffer.concat([hash, sumBytes(sum)])
}

/** Parts between random cuts: each is anything from nothing to all of it. Throws for a negative balance. */
function divide(amount: bigint, randomBytes: RandomBytes): bigint[] {
  sumBytes(amount)
  const cuts = Array.from({ length: partsPerBalance - 1 }, () => randomBelow(amount + 1n, randomBytes))
  const bounds = [0n, ...cuts, amount].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return bounds.slice(1).map((bound, index) => bound - bounds[index]!)
}

/** 16 bytes for a limit of at most 8: the bias is beyond measure. */
function randomBelow(limit: bigint, randomBytes: RandomBytes): bigint {
  return BigInt(`0x${Buffer.from(randomBytes(16)).toString('hex')}`) % limit
}

function shuffled(size: number, randomBytes: RandomBytes): number[] {
  const order = Array.from({ length: size }, (_, index) => index)
  for (let last = size - 1; last > 0; last--) {
    const other = Number(randomBelow(BigInt(last + 1), randomBytes))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
