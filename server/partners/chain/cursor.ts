/** How far the chain was read, and what its blocks did to transfers: each block in one transaction, whichever process comes first. */
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { type Asset, countUnits, isDust } from './assets.ts'
import type { ChainParts } from './parts.ts'
import type { SeenBlock, SeenTransfer } from './read-block.ts'

export type Cursor = { number: bigint; hash: string }
/** `stale`: another process was faster. */
export type ApplyOutcome = 'applied' | 'stale' | 'rewritten'

/** Remembered blocks: a rewrite further back than this is no accident. */
const remembered = 512n

export async function readCursor({ db, evm }: ChainParts): Promise<Cursor | undefined> {
  return db.kysely.selectFrom('chain.networks').select(['number', 'hash']).where('network', '=', evm.network).executeTakeFirst()
}

export async function startCursor(parts: ChainParts, { number, hash }: Cursor): Promise<Cursor> {
  const { network } = parts.evm
  await parts.db.transaction(async (tx) => {
    const made = await tx.insertInto('chain.networks').values({ network, number, hash, read_at: parts.clock.now() }).onConflict((conflict) => conflict.doNothing()).returning('network').executeTakeFirst()
    if (made) await tx.insertInto('chain.blocks').values({ network, number, hash }).execute()
  })
  return (await readCursor(parts))!
}

export async function applyBlock(parts: ChainParts, block: SeenBlock): Promise<ApplyOutcome> {
  const { network } = parts.evm
  return parts.db.transaction(async (tx): Promise<ApplyOutcome> => {
    const cursor = await lockCursor(tx, network)
    if (block.number !== cursor.number + 1n) return 'stale'
    if (block.parentHash !== cursor.hash) return 'rewritten'
    await tx.insertInto('chain.blocks').values({ network, number: block.number, hash: block.hash }).execute()
    for (const transfer of block.transfers) await record(parts, tx, block, transfer)
    await moveCursor(parts, tx, block)
    await tx.deleteFrom('chain.blocks').where('network', '=', network).where('number', '<=', block.number - remembered).execute()
    return 'applied'
  })
}

/** Forgets the blocks above `ancestor`; what was in them is in no block until it is seen again. */
export async function rewind(parts: ChainParts, ancestor: Cursor): Promise<void> {
  const { network } = parts.evm
  const lost = await parts.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, network)
    if (cursor.number <= ancestor.number) return []
    await tx.deleteFrom('chain.blocks').where('network', '=', network).where('number', '>', ancestor.number).execute()
    await tx.updateTable('chain.networks').set({ number: ancestor.number, hash: ancestor.hash, read_at: parts.clock.now() }).where('network', '=', network).execute()
    return tx.updateTable('chain.transfers')
      // Only what payments were told of as confirmed can be undone; the rest was not credited yet.
      .set({ vanished_at: ancestor.number, state: sql<string>`CASE WHEN reported = 'confirmed' THEN 'undone' ELSE 'vanished' END` })
      .where('network', '=', network).where('block_number', '>', ancestor.number).where('state', 'in', ['seen', 'confirmed']).returning(['tx_hash', 'state']).execute()
  })
  for (const { tx_hash, state } of lost) {
    if (state === 'undone') parts.log.error({ network, transaction: tx_hash }, 'a deposit that was credited is no longer on the chain: a person must look')
    else parts.log.warn({ network, transaction: tx_hash }, 'a deposit left the chain before it was credited')
  }
}

async function lockCursor(tx: Tx, network: string): Promise<Cursor> {
  return tx.selectFrom('chain.networks').select(['number', 'hash']).where('network', '=', network).forUpdate().executeTakeFirstOrThrow()
}

async function moveCursor({ evm, clock }: ChainParts, tx: Tx, { number, hash }: Cursor): Promise<void> {
  const { network, confirmations } = evm
  await tx.updateTable('chain.networks').set({ number, hash, read_at: clock.now() }).where('network', '=', network).execute()
  await tx.updateTable('chain.transfers').set({ state: 'confirmed' }).where('network', '=', network).where('state', '=', 'seen').where('block_number', '<=', number - BigInt(confirmations) + 1n).execute()
  // A transaction that lost its block mostly finds another one soon.
  await tx.updateTable('chain.transfers').set({ state: 'failed' }).where('network', '=', network).where('state', '=', 'vanished').where('vanished_at', '<=', number - 4n * BigInt(confirmations)).execute()
}

/** The same transfer in another block is the same transfer. What was told as confirmed stays so, whatever the amount is now. */
async function record(parts: ChainParts, tx: Tx, block: SeenBlock, seen: SeenTransfer): Promise<void> {
  const { network } = parts.evm
  const address = await tx.selectFrom('chain.addresses').select('id').where('network', '=', network).where(sql<string>`lower(address)`, '=', seen.to).executeTakeFirst()
  if (!address) return
  const asset = parts.assets.find(({ contract }) => contract === seen.contract)
  const counted = asset ? countUnits(asset, seen.raw) : { amount: 0n, rest: seen.raw }
  const values = {
    asset: asset?.currency ?? seen.contract!, raw: String(seen.raw), amount: String(counted.amount), rest: String(counted.rest), address_id: address.id,
    sender: seen.from, block_number: block.number, block_hash: block.hash, state: stateOf(asset, counted.amount), vanished_at: null,
  }
  const known = await tx.selectFrom('chain.transfers').select(['id', 'reported']).where('network', '=', network).where('tx_hash', '=', seen.txHash).where('position', '=', seen.position).executeTakeFirst()
  if (!known) await tx.insertInto('chain.transfers').values({ ...values, network, tx_hash: seen.txHash, position: seen.position, first_seen_at: parts.clock.now() }).execute()
  else if (known.reported === 'confirmed' || known.reported === 'undone') {
    await tx.updateTable('chain.transfers').set({ state: known.reported === 'undone' ? 'undone' : 'confirmed', block_number: block.number, block_hash: block.hash }).where('id', '=', known.id).execute()
  } else await tx.updateTable('chain.transfers').set(values).where('id', '=', known.id).execute()
  if (!asset) parts.log.warn({ network, transaction: seen.txHash, token: seen.contract }, 'a token that the house does not know was sent to a deposit address')
}

function stateOf(asset: Asset | undefined, amount: bigint): 'seen' | 'dust' | 'foreign' {
  if (!asset) return 'foreign'
  return isDust(asset, amount) ? 'dust' : 'seen'
}
