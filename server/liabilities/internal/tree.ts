/** Builds the Merkle sum tree of one currency. */
import { hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  hashBytes,
  type Leaf,
  leafInput,
  type Node,
  nodeBytes,
  partsPerBalance,
  sumBytes,
} from '#contract/liability-proof.ts'
import type { RandomBytes } from '../../deps.ts'

export type Owed = { playerId: string; amount: bigint }
type PlacedLeaf = { playerId: string; part: number; position: number; amount: bigint; salt: Uint8Array }
export type Tree = { leaves: number; root: Node; placed: PlacedLeaf[]; levels: Buffer[] }

/** With fewer, the number of leaves would reveal how few players there are. */
const fewestLeaves = 64
/** Hashes between two turns of the event loop: a few milliseconds, since bets are placed meanwhile. */
const batch = 1000

export const sha256 = (input: Uint8Array): Buffer => hash('sha256', input, 'buffer')

export async function buildTree(
  { report, currency, owed }: { report: string; currency: string; owed: Owed[] },
  randomBytes: RandomBytes,
): Promise<Tree> {
  const random = randomPool(randomBytes)
  const parts = owed.length * partsPerBalance
  const leaves = Math.max(fewestLeaves, 2 ** Math.ceil(Math.log2(Math.max(parts, 1))))
  const bottom = await randomLeaves(leaves, random)
  const positions = await shuffled(leaves, random)
  const placed: PlacedLeaf[] = []
  for (const { playerId, amount } of owed)
    for (const [part, share] of divide(amount, random).entries()) {
      const leaf: Leaf = { report, currency, playerId, part, amount: share, salt: random.bytes(hashBytes) }
      const position = positions[placed.length]!
      writeNode({ hash: sha256(leafInput(leaf)), sum: share }, bottom, position)
      placed.push({ playerId, part, position, amount: share, salt: leaf.salt })
      if (placed.length % batch === 0) await breathe()
    }
  const levels: Buffer[] = [bottom]
  while (levels.at(-1)!.length > nodeBytes) levels.push(await levelAbove(levels.at(-1)!))
  return { leaves, root: readNode(levels.pop()!, 0), placed, levels }
}

/** A leaf that belongs to nobody has a random hash, indistinguishable from any other, and the sum zero. */
async function randomLeaves(leaves: number, random: RandomPool): Promise<Buffer> {
  const bottom = Buffer.alloc(leaves * nodeBytes)
  for (let index = 0; index < leaves; index++) {
    bottom.set(random.bytes(hashBytes), index * nodeBytes)
    if (index % (10 * batch) === 0) await breathe()
  }
  return bottom
}

/** Two nodes are stored as they are hashed for the one above them (`nodeInput`), after a byte that says so. */
export async function levelAbove(below: Buffer): Promise<Buffer> {
  const above = Buffer.alloc(below.length / 2)
  const input = Buffer.alloc(1 + 2 * nodeBytes, 1)
  for (let index = 0; index < above.length / nodeBytes; index++) {
    below.copy(input, 1, 2 * index * nodeBytes, 2 * (index + 1) * nodeBytes)
    const [left, right] = [readNode(below, 2 * index), readNode(below, 2 * index + 1)]
    writeNode({ hash: sha256(input), sum: left.sum + right.sum }, above, index)
    if (index % batch === batch - 1) await breathe()
  }
  return above
}

export function readNode(level: Buffer, index: number): Node {
  const at = index * nodeBytes
  return { hash: level.subarray(at, at + hashBytes), sum: level.readBigUInt64BE(at + hashBytes) }
}

function writeNode(node: Node, level: Buffer, index: number): void {
  level.set(node.hash, index * nodeBytes)
  level.set(sumBytes(node.sum), index * nodeBytes + hashBytes)
}

/** Parts between random cuts: each is anything from nothing to all of it. Throws for a negative balance. */
function divide(amount: bigint, random: RandomPool): bigint[] {
  sumBytes(amount)
  const cuts = Array.from({ length: partsPerBalance - 1 }, () => random.below(amount + 1n))
  const bounds = [0n, ...cuts, amount].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return bounds.slice(1).map((bound, index) => bound - bounds[index]!)
}

async function shuffled(size: number, random: RandomPool): Promise<Uint32Array> {
  const order = new Uint32Array(size)
  for (let index = 0; index < size; index++) order[index] = index
  for (let last = size - 1; last > 0; last--) {
    const other = random.index(last + 1)
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
    if (last % (10 * batch) === 0) await breathe()
  }
  return order
}

type RandomPool = {
  /** Never the same twice. */ bytes(size: number): Buffer
  /** At least 0 and below `limit`, which is at most 2^63: the bias is beyond measure. */ below(limit: bigint): bigint
  /** At least 0 and below `limit`, which is at most 2^32; without bias. */ index(limit: number): number
}

/** Takes random bytes in blocks: a call for each number would take most of the time. */
function randomPool(randomBytes: RandomBytes): RandomPool {
  const blockBytes = 2 ** 15
  let block = Buffer.alloc(0)
  let at = 0
  const bytes = (size: number): Buffer => {
    if (at + size > block.length) {
      block = Buffer.from(randomBytes(blockBytes))
      at = 0
    }
    at += size
    return block.subarray(at - size, at)
  }
  return {
    bytes,
    below(limit) {
      const drawn = bytes(16)
      return ((drawn.readBigUInt64BE() << 64n) | drawn.readBigUInt64BE(8)) % limit
    },
    index(limit) {
      const unbiased = 2 ** 32 - (2 ** 32 % limit)
      for (;;) {
        const drawn = bytes(4).readUInt32BE()
        if (drawn < unbiased) return drawn % limit
      }
    },
  }
}
