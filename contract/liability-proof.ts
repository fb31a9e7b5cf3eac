/**
 * Proof of liabilities; the same code runs on the server and in the browser. What is owed to players is a Merkle sum
 * tree for each currency: a node's hash covers the hashes and sums of both nodes below it, so a root commits to the
 * total and to every balance in it. Each balance is divided at random into parts on different leaves, and every leaf is
 * salted, so that a proof reveals neither the balance nor the identity of a neighbour.
 */

export const hashBytes = 32
/** A node as stored: its hash and its sum. */
export const nodeBytes = hashBytes + 8
/** Exceeds any sum that JSON can represent exactly. */
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

/** Throws for a negative sum, which could hide what is owed to others. */
export function sumBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= sumLimit) throw new RangeError(`${sum} is no sum of balances`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sum)
  return bytes
}

/** The hash input of a leaf; the first byte distinguishes leaves from inner nodes. */
export function leafInput({ report, currency, playerId, part, amount, salt }: Leaf): Uint8Array {
  const text = new TextEncoder().encode(`${report} ${currency} ${playerId} ${part}`)
  return join([Uint8Array.of(0), text, salt, sumBytes(amount)])
}

/** The hash input of the parent of two nodes. */
export function nodeInput(left: Node, right: Node): Uint8Array {
  return join([Uint8Array.of(1), left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)])
}

function join(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Amounts are integers of subunits, as in JSON; hashes and salts are in hexadecimal. */
export type PublishedTree = { currency: string; leaves: number; total: number; root: string }
type PublishedHolding = { holder: string; currency: string; amount: number }
/** After so many draws. Lists are those of mini, major and grand. */
export type PublishedJackpot = {
  id: string
  currency: string
  draws: number
  pots: number[]
  /** Terms, which never change. A pot is won before it exceeds its cap. */
  sideStake: number
  contributions: number[]
  seeds: number[]
  caps: number[]
}
export type ProofPart = {
  part: number
  position: number
  amount: number
  salt: string
  path: Array<{ hash: string; sum: number }>
}
export type BalanceProof = { currency: string; amount: number; parts: ProofPart[] }

type ReportStatement = {
  number: number
  id: string
  madeAt: string
  /** The SHA-256 hash of the previous statement; null for the first. */
  previous: string | null
  trees: PublishedTree[]
  holdings: PublishedHolding[]
  /** Open jackpots: their pots belong to their players together, and to none of them alone. Empty in older reports. */
  jackpots: PublishedJackpot[]
  /** Thumbprints of the keys from which server seeds are drawn; empty in older reports. */
  drawKeys: string[]
  /** Number and digest of the newest seal of the audit log; null in older reports, and where nothing was sealed yet. */
  auditSeal: string | null
}

const drawKeyPrefix = 'draw key '
const auditSealPrefix = 'audit seal '

export function drawKeysIn(statement: string): string[] {
  return statement
    .split('\n')
    .filter((line) => line.startsWith(drawKeyPrefix))
    .map((line) => line.slice(drawKeyPrefix.length))
}

const three = String.raw`(\d+ \d+ \d+)`
const jackpotLine = new RegExp(
  String.raw`^jackpot (\S+) ([A-Z]+) draws (\d+) pots ${three} side-stake (\d+) contributions ${three} seeds ${three} caps ${three}$`,
  'gm',
)

export function jackpotsIn(statement: string): PublishedJackpot[] {
  return [...statement.matchAll(jackpotLine)].map(
    ([, id, currency, draws, pots, sideStake, contributions, seeds, caps]) => ({
      id: id!,
      currency: currency!,
      draws: Number(draws),
      pots: pots!.split(' ').map(Number),
      sideStake: Number(sideStake),
      contributions: contributions!.split(' ').map(Number),
      seeds: seeds!.split(' ').map(Number),
      caps: caps!.split(' ').map(Number),
    }),
  )
}

export function auditSealIn(statement: string): string | null {
  const line = statement.split('\n').find((each) => each.startsWith(auditSealPrefix))
  return line?.slice(auditSealPrefix.length) ?? null
}

/** The signed text. It is derived from the published figures, so that the signature covers them. */
export function statementOf({
  number,
  id,
  madeAt,
  previous,
  trees,
  holdings,
  jackpots,
  drawKeys,
  auditSeal,
}: ReportStatement): string {
  return [
    'proof of liabilities 1',
    `report ${number} ${id}`,
    `made at ${madeAt}`,
    `previous ${previous ?? 'none'}`,
    ...trees.map(({ currency, leaves, total, root }) => `owed ${currency} ${total} leaves ${leaves} root ${root}`),
    ...holdings.map(({ holder, currency, amount }) => `held ${holder} ${currency} ${amount}`),
    ...jackpots.map(lineOfJackpot),
    ...drawKeys.map((key) => `${drawKeyPrefix}${key}`),
    ...(auditSeal ? [`${auditSealPrefix}${auditSeal}`] : []),
    '',
  ].join('\n')
}

function lineOfJackpot(jackpot: PublishedJackpot): string {
  const { id, currency, draws, pots, sideStake, contributions, seeds, caps } = jackpot
  const terms = `side-stake ${sideStake} contributions ${contributions.join(' ')} seeds ${seeds.join(' ')} caps ${caps.join(' ')}`
  return `jackpot ${id} ${currency} draws ${draws} pots ${pots.join(' ')} ${terms}`
}

export type Hash = (input: Uint8Array) => Promise<Uint8Array>
/** `malformed`: not a proof of this tree. `mismatch`: the proof leads to another root or total. */
type ProofFault = 'malformed' | 'mismatch'
type Claim = { report: string; playerId: string; tree: PublishedTree; proof: BalanceProof }

/** Null if the complete balance is contained in the tree. */
export async function checkProof({ report, playerId, tree, proof }: Claim, hash: Hash): Promise<ProofFault | null> {
  if (!isWellFormed(tree, proof)) return 'malformed'
  for (const { part, position, amount, salt, path } of proof.parts) {
    const leaf = { report, currency: tree.currency, playerId, part, amount: BigInt(amount), salt: fromHex(salt) }
    let node: Node = { hash: await hash(leafInput(leaf)), sum: leaf.amount }
    for (const [level, step] of path.entries()) {
      const sibling = { hash: fromHex(step.hash), sum: BigInt(step.sum) }
      const [left, right] = Math.floor(position / 2 ** level) % 2 === 0 ? [node, sibling] : [sibling, node]
      node = { hash: await hash(nodeInput(left, right)), sum: left.sum + right.sum }
    }
    if (toHex(node.hash) !== tree.root || node.sum !== BigInt(tree.total)) return 'mismatch'
  }
  return null
}

/**
 * Checks that each part counts once and no sum is negative; otherwise, a balance could be shown that is not in the
 * total.
 */
function isWellFormed(tree: PublishedTree, { currency, amount, parts }: BalanceProof): boolean {
  const depth = Math.log2(tree.leaves)
  const areUnique = (values: number[]) => new Set(values).size === values.length
  return (
    currency === tree.currency &&
    Number.isInteger(depth) &&
    // Omitting a part would make the balance look smaller.
    parts.length === partsPerBalance &&
    areUnique(parts.map(({ part }) => part)) &&
    parts.every(({ part }) => part < partsPerBalance) &&
    areUnique(parts.map(({ position }) => position)) &&
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
