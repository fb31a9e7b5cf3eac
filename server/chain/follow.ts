/**
 * Reads the chain block by block from the last position, follows reorganizations, and never treats missing data as
 * information.
 */
import { type ApplyOutcome, applyBlock, type Cursor, readCursor, rewind, startCursor } from './cursor.ts'
import { NodeUnavailable } from './node.ts'
import type { Watch } from './parts.ts'

/** Resolves when the node has nothing newer. Throws NodeUnavailable if it cannot be reached. */
export async function followChain(parts: Watch, signal: AbortSignal): Promise<void> {
  let cursor = (await readCursor(parts)) ?? (await beginHere(parts))
  while (!signal.aborted) {
    const head = await parts.blocks.head()
    // A node with fewer blocks is only behind; one with a different block at that height is on a reorganized chain.
    if (head < cursor.number && (await stillAgrees(parts, head))) return
    if (head === cursor.number && (await parts.blocks.hashAt(head)) === cursor.hash) return
    const outcome = head <= cursor.number ? 'rewritten' : await readOn(parts, cursor, head)
    if (outcome === 'missing') return
    if (outcome === 'rewritten' && !(await followBack(parts))) return
    cursor = (await readCursor(parts))!
  }
}

/** No address was assigned before this, so nothing can have arrived earlier. */
async function beginHere(parts: Watch): Promise<Cursor> {
  const number = await parts.blocks.head()
  const hash = await parts.blocks.hashAt(number)
  if (hash === null) throw new NodeUnavailable('the node does not have the block at its reported height')
  return startCursor(parts, { number, hash })
}

async function readOn(parts: Watch, cursor: Cursor, head: bigint): Promise<ApplyOutcome | 'missing'> {
  const numbers = Array.from(
    { length: Math.min(parts.blocks.atOnce, Number(head - cursor.number)) },
    (_, index) => cursor.number + BigInt(index) + 1n,
  )
  const blocks = await Promise.all(
    numbers.map((number) => parts.blocks.read(number, (addresses) => oursAmong(parts, addresses))),
  )
  for (const block of blocks) {
    if (!block) return 'missing'
    const outcome = await applyBlock(parts, block)
    if (outcome !== 'applied') return outcome
  }
  return 'applied'
}

async function oursAmong({ db, network }: Watch, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const { rows } = await db.pool.query<{ address: string }>(
    'SELECT lower(address) AS address FROM chain.addresses WHERE network = $1 AND lower(address) = ANY ($2)',
    [network, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}

async function stillAgrees(parts: Watch, number: bigint): Promise<boolean> {
  const storedBlock = await parts.db.kysely
    .selectFrom('chain.blocks')
    .select('hash')
    .where('network', '=', parts.network)
    .where('number', '=', number)
    .executeTakeFirst()
  const theirs = await parts.blocks.hashAt(number)
  return theirs === null || storedBlock?.hash === theirs
}

/**
 * Walks down from the newest stored block to the first one that the node has too; everything above is read again.
 * Resolves to false if the node contradicts nothing: it may be behind, or several nodes at different heights.
 */
async function followBack(parts: Watch): Promise<boolean> {
  const storedBlocks = await parts.db.kysely
    .selectFrom('chain.blocks')
    .select(['number', 'hash'])
    .where('network', '=', parts.network)
    .orderBy('number', 'desc')
    .execute()
  let isContradicted = false
  for (const block of storedBlocks) {
    const theirs = await parts.blocks.hashAt(block.number)
    if (theirs === block.hash) {
      if (isContradicted) await rewind(parts, block)
      return isContradicted
    }
    isContradicted ||= theirs !== null
  }
  throw new NodeUnavailable(
    'the chain was reorganized beyond the stored blocks, or is a different chain: compare it with the ledger',
  )
}
