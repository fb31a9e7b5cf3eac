/**
 * Records a transfer of a block once, wherever it was seen before. It replaces a conflicting transfer, if there is one.
 */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db/connect.ts'
import { type Asset, countUnits, isDust } from './assets.ts'
import type { SeenBlock, SeenTransfer, Watch } from './parts.ts'

/**
 * A transfer that appears in another block is not recorded again. One that was reported as confirmed remains confirmed,
 * even if its amount differs now.
 */
export async function recordTransfer(
  parts: Watch,
  tx: Tx,
  block: Pick<SeenBlock, 'number' | 'hash'>,
  seen: SeenTransfer,
): Promise<void> {
  const { network } = parts
  const address = await tx
    .selectFrom('chain.addresses')
    .select('id')
    .where('network', '=', network)
    .where(sql<string>`lower(address)`, '=', seen.to)
    .executeTakeFirst()
  if (!address) return
  const isOwn = await isFuel(tx, seen)
  const asset = parts.assets.find(({ contract }) => contract === seen.contract)
  const counted = asset ? countUnits(asset, seen.raw) : { amount: 0n, rest: seen.raw }
  const values = {
    ...namesOf(seen),
    asset: asset?.currency ?? seen.contract!,
    raw: String(seen.raw),
    amount: String(counted.amount),
    rest: String(counted.rest),
    address_id: address.id,
    block_number: block.number,
    block_hash: block.hash,
    // Coins for a fee are not reported to payments.
    ...(isOwn ? { state: 'fuel', reported: 'fuel' } : { state: stateOf(asset, counted.amount) }),
    vanished_at: null,
  }
  const known = (await findTransfer(tx, network, seen)) ?? (await findReplaced(tx, network, address.id, seen))
  if (!known)
    await tx
      .insertInto('chain.transfers')
      .values({ ...values, network, first_seen_at: parts.clock.now() })
      .execute()
  else if (known.reported === 'confirmed' || known.reported === 'undone') {
    await tx
      .updateTable('chain.transfers')
      .set({
        state: known.reported === 'undone' ? 'undone' : 'confirmed',
        block_number: block.number,
        block_hash: block.hash,
        vanished_at: null,
      })
      .where('id', '=', known.id)
      .execute()
  } else await tx.updateTable('chain.transfers').set(values).where('id', '=', known.id).execute()
  if (!asset)
    parts.log.warn(
      { network, transaction: seen.txHash, token: seen.contract },
      'an unknown token was sent to a deposit address',
    )
}

/** Whether a sweep sent these coins itself, to pay a fee. */
async function isFuel(tx: Tx, { txHash, contract }: SeenTransfer): Promise<boolean> {
  if (contract !== null) return false
  return (await tx.selectFrom('chain.fuel').select('hash').where('hash', '=', txHash).executeTakeFirst()) !== undefined
}

function stateOf(asset: Asset | undefined, amount: bigint): 'seen' | 'dust' | 'foreign' {
  if (!asset) return 'foreign'
  return isDust(asset, amount) ? 'dust' : 'seen'
}

/** The identity of a transfer, and its known origin. */
export function namesOf({ txHash, position, from, spends }: SeenTransfer): {
  tx_hash: string
  position: number
  sender: string
  spends: string[] | null
} {
  return { tx_hash: txHash, position, sender: from, spends: spends ?? null }
}

type Known = { id: bigint; state: string; reported: string | null }

export async function findTransfer(
  tx: Tx,
  network: string,
  { txHash, position }: SeenTransfer,
): Promise<Known | undefined> {
  return tx
    .selectFrom('chain.transfers')
    .select(['id', 'state', 'reported'])
    .where('network', '=', network)
    .where('tx_hash', '=', txHash)
    .where('position', '=', position)
    .executeTakeFirst()
}

/**
 * Another transaction to the same address that spends one of the same outputs: a payer raised its fee, and only one of
 * the two can ever be in the chain. The newer one takes over the invoice, and the bonus, of the older one.
 */
export async function findReplaced(
  tx: Tx,
  network: string,
  addressId: bigint,
  { txHash, spends }: SeenTransfer,
): Promise<Known | undefined> {
  if (!spends) return undefined
  return tx
    .selectFrom('chain.transfers')
    .select(['id', 'state', 'reported'])
    .where('network', '=', network)
    .where('address_id', '=', addressId)
    .where('tx_hash', '<>', txHash)
    .where('state', 'in', ['pending', 'vanished'])
    .where(sql<boolean>`spends && ${spends}::text[]`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
