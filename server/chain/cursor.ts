/**
 * The last block read, and the effect of each block on transfers. Each block is applied in one transaction by the
 * process that comes first.
 */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db/connect.ts'
import type { SeenBlock, Watch } from './parts.ts'
import { recordDeparture } from './record-departure.ts'
import { recordTransfer } from './record-transfer.ts'

export type Cursor = { number: bigint; hash: string }
/** `stale`: another process was faster. */
export type ApplyOutcome = 'applied' | 'stale' | 'rewritten'

/** Number of blocks stored: a deeper reorganization is not accidental. */
const remembered = 512n

export async function readCursor({ db, network }: Pick<Watch, 'db' | 'network'>): Promise<Cursor | undefined> {
  return db.kysely
    .selectFrom('chain.networks')
    .select(['number', 'hash'])
    .where('network', '=', network)
    .executeTakeFirst()
}

export async function startCursor(parts: Watch, { number, hash }: Cursor): Promise<Cursor> {
  const { network } = parts
  await parts.db.transaction(async (tx) => {
    const inserted = await tx
      .insertInto('chain.networks')
      .values({ network, number, hash, read_at: parts.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('network')
      .executeTakeFirst()
    if (inserted) await tx.insertInto('chain.blocks').values({ network, number, hash }).execute()
  })
  return (await readCursor(parts))!
}

export async function applyBlock(parts: Watch, block: SeenBlock): Promise<ApplyOutcome> {
  const { network } = parts
  return parts.db.transaction(async (tx): Promise<ApplyOutcome> => {
    const cursor = await lockCursor(tx, network)
    if (block.number !== cursor.number + 1n) return 'stale'
    if (block.parentHash !== cursor.hash) return 'rewritten'
    await tx.insertInto('chain.blocks').values({ network, number: block.number, hash: block.hash }).execute()
    for (const transfer of block.transfers) await recordTransfer(parts, tx, block, transfer)
    for (const departure of block.departures) await recordDeparture(parts, tx, block, departure)
    await moveCursor(parts, tx, block)
    await tx
      .deleteFrom('chain.blocks')
      .where('network', '=', network)
      .where('number', '<=', block.number - remembered)
      .execute()
    return 'applied'
  })
}

/** Forgets the blocks above `ancestor`; their transfers are in no block until they are seen again. */
export async function rewind(parts: Watch, ancestor: Cursor): Promise<void> {
  const { network } = parts
  const removed = await parts.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, network)
    if (cursor.number <= ancestor.number) return []
    await tx.deleteFrom('chain.blocks').where('network', '=', network).where('number', '>', ancestor.number).execute()
    await tx
      .updateTable('chain.networks')
      .set({ number: ancestor.number, hash: ancestor.hash, read_at: parts.clock.now() })
      .where('network', '=', network)
      .execute()
    // Departures are recorded again when their new block is read.
    await tx
      .deleteFrom('chain.departures')
      .where('network', '=', network)
      .where('block_number', '>', ancestor.number)
      .execute()
    await tx
      .deleteFrom('chain.transfers')
      .where('network', '=', network)
      .where('block_number', '>', ancestor.number)
      .where('state', 'in', ['dust', 'foreign', 'fuel'])
      .execute()
    await sql`UPDATE chain.comparisons AS compared SET block_number = ${ancestor.number} FROM chain.addresses AS address
      WHERE address.id = compared.address_id AND address.network = ${network} AND compared.block_number > ${ancestor.number}`.execute(
      tx,
    )
    return (
      tx
        .updateTable('chain.transfers')
        // Only transfers reported as confirmed can be undone; the others were not credited yet.
        .set({
          vanished_at: ancestor.number,
          state: sql<string>`CASE WHEN reported = 'confirmed' THEN 'undone' ELSE 'vanished' END`,
        })
        .where('network', '=', network)
        .where('block_number', '>', ancestor.number)
        .where('state', 'in', ['seen', 'confirmed'])
        .returning(['tx_hash', 'state'])
        .execute()
    )
  })
  for (const { tx_hash, state } of removed) {
    if (state === 'undone')
      parts.log.error(
        { network, transaction: tx_hash },
        'a credited deposit is no longer on the chain and needs review',
      )
    else
      parts.log.warn({ network, transaction: tx_hash }, 'a deposit was removed from the chain before it was credited')
  }
}

/** The holder is the only process that records blocks. */
export async function lockCursor(tx: Tx, network: string): Promise<Cursor> {
  return tx
    .selectFrom('chain.networks')
    .select(['number', 'hash'])
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function moveCursor({ network, confirmations, clock }: Watch, tx: Tx, { number, hash }: Cursor): Promise<void> {
  await tx
    .updateTable('chain.networks')
    .set({ number, hash, read_at: clock.now() })
    .where('network', '=', network)
    .execute()
  await tx
    .updateTable('chain.transfers')
    .set({ state: 'confirmed' })
    .where('network', '=', network)
    .where('state', '=', 'seen')
    .where('block_number', '<=', number - BigInt(confirmations) + 1n)
    .execute()
  // A transaction that lost its block, or was dropped while unconfirmed, usually appears in a block again soon.
  await tx
    .updateTable('chain.transfers')
    .set({ state: 'failed' })
    .where('network', '=', network)
    .where('state', '=', 'vanished')
    .where('vanished_at', '<=', number - 4n * BigInt(confirmations))
    .execute()
}
