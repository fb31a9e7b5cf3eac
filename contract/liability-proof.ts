/**
 * Proof of liabilities, the same code on the server and in the browser. What is owed to players is a Merkle sum tree
 * for each currency: a node's hash covers the hashes and sums of both nodes below it, so a root fixes the total and
 * every balance in it. Each balance is divided at random into parts on different leaves, and a leaf is salted, so that
 * what a proof shows of its neighbours is neither anyone's balance nor anyone's.
 */

export const hashBytes = 32
/** A node as stored: its hash and its sum. */
export const nodeBytes = hashBytes + 8
/** Above any sum that JSON carries exactly. */
const sumLimit = 1n << 62n

export type Leaf = {
  report: string
  currency: string
  playerId: string
  part: number
  amount: bigint
  salt: Uint8Array
}
export type Node = { hash: Uint8Array; sum: bigint }

/** Throws for a negative sum: one would hide what is owed to others. */
export function sumBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= sumLimit) throw new RangeError(`${sum} is no sum of balances`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sum)
  return bytes
}

/** What is hashed for a leaf; the first byte keeps leaves and inner nodes apart. */
export function leafInput({ report, currency, playerId, part, amount, salt }: Leaf): Uint8Array {
  const text = new TextEncoder().encode(`${report} ${currency} ${playerId} ${part}`)
  return join([Uint8Array.of(0), text, salt, sumBytes(amount)])
}

/** What is hashed for the node above two others. */
export function nodeInput(left: Node, right: Node): Uint8Array {
  return join([Uint8Array.of(1), left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)])
}

function join(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Amounts as on the wire: integers of subunits. Hashes and salts in hexadecimal. */
export type ShownTree = { currency: string; leaves: number; total: number; root: string }
type ShownHolding = { holder: string; currency: string; amount: number }
export type ProofPart = {
  part: number
  position: number
  amount: number
  salt: string
  path: Array<{ hash: string; sum: number }>
}
export type BalanceProof = { currency: string; amount: number; parts: ProofPart[] }

type StatedReport = {
  number: number
  id: string
  madeAt: string
  /** SHA-256 of the statement before; null for the first. */
  previous: string | null
  trees: ShownTree[]
  holdings: ShownHolding[]
  /** Thumbprints of the keys from which server seeds are drawn; empty in reports from before. */
  drawKeys: string[]
}

const drawKeyWords = 'draw key '

export function drawKeysIn(statement: string): string[] {
  return statement
    .split('\n')
    .filter((line) => line.startsWith(drawKeyWords))
    .map((line) => line.slice(drawKeyWords.length))
}

/** The signed text. It is derived from the figures shown, so that a valid signature covers what is read. */
export function statementOf({ number, id, madeAt, previous, trees, holdings, drawKeys }: StatedReport): string {
  return [
    'proof of liabilities 1',
    `report ${number} ${id}`,
    `made at ${madeAt}`,
    `previous ${previous ?? 'none'}`,
    ...trees.map(({ currency, leaves, total, root }) => `owed ${currency} ${total} leaves ${leaves} root ${root}`),
    ...holdings.map(({ holder, currency, amount }) => `held ${holder} ${currency} ${amount}`),
    ...drawKeys.map((key) => `${drawKeyWords}${key}`),
    '',
  ].join('\n')
}

export type Hash = (input: Uint8Array) => Promise<Uint8Array>
/** `malformed`: no proof of this tree; `mismatch`: it leads to another root or another total. */
type ProofFault = 'malformed' | 'mismatch'
type Claim = { report: string; playerId: string; tree: ShownTree; proof: BalanceProof }

/** Null if the whole balance is contained in the tree. */
export async function checkProof({ report, playerId, tree, proof }: Claim, hash: Hash): Promise<ProofFault | null> {
  if (!isWellFormed(tree, proof)) return 'malformed'
  for (const { part, position, amount, salt, path } of proof.parts) {
    const leaf = { report, currency: tree.currency, playerId, part, amount: BigInt(amount), salt: fromHex(salt) }
    let node: Node = { hash: await hash(leafInput(leaf)), sum: leaf.amount }
    for (const [level, beside] of path.entries()) {
      const sibling = { hash: fromHex(beside.hash), sum: BigInt(beside.sum) }
      const [left, right] = Math.floor(position / 2 ** level) % 2 === 0 ? [node, sibling] : [sibling, node]
      node = { hash: await hash(nodeInput(left, right)), sum: left.sum + right.sum }
    }
    if (toHex(node.hash) !== tree.root || node.sum !== BigInt(tree.total)) return 'mismatch'
  }
  return null
}

/** Each part counts once, and no sum is negative: either would let a balance be shown that is not in the total. */
function isWellFormed(tree: ShownTree, { currency, amount, parts }: BalanceProof): boolean {
  const depth = Math.log2(tree.leaves)
  const isOnce = (values: number[]) => new Set(values).size === values.length
  return (
    currency === tree.currency &&
    Number.isInteger(depth) &&
    // A part that is left out would make the balance look smaller.
    parts.length === partsPerBalance &&
    isOnce(parts.map(({ part }) => part)) &&
    parts.every(({ part }) => part < partsPerBalance) &&
    isOnce(parts.map(({ position }) => position)) &&
    parts.reduce((sum, part) => sum + part.amount, 0) === amount &&
    parts.every(
      ({ position, salt, path, ...part }) =>
        path.length === depth &&
        isIndex(position) &&
        position < tree.leaves &&
        isIndex(part.part) &&
        isIndex(part.amount) &&
        isHash(salt) &&
        path.every(({ hash, sum }) => isHash(hash) && isIndex(sum)),
    )
  )
}

/** More parts hide balances better and make proofs longer. */
export const partsPerBalance = 4

const isIndex = (value: number) => Number.isSafeInteger(value) && value >= 0
const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)
