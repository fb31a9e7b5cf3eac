/** The balance of an address according to the blocks that were read, in the chain's units. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../kernel/db/connect.ts'

type Of = { addressId: bigint; asset: string }

/**
 * The sum of arrivals and departures up to that block. A transfer removed by a reorganization counts once it is back.
 */
export function explainedAt(db: Database['kysely'] | Tx, of: Of, number: bigint): Promise<bigint> {
  return difference(
    db,
    of,
    sql<boolean>`(state IN ('seen', 'confirmed', 'dust', 'fuel') OR (state = 'undone' AND vanished_at IS NULL)) AND block_number <= ${number}`,
    sql<boolean>`block_number <= ${number}`,
  )
}

/** The part that may be moved on: booked as a credit or in suspense, or sent there for a fee. */
export function bookedOn(db: Database['kysely'] | Tx, of: Of): Promise<bigint> {
  return difference(
    db,
    of,
    sql<boolean>`((state = 'confirmed' AND reported = 'confirmed') OR state = 'fuel')`,
    sql<boolean>`true`,
  )
}

async function difference(
  db: Database['kysely'] | Tx,
  { addressId, asset }: Of,
  arrived: RawBuilder<boolean>,
  left: RawBuilder<boolean>,
): Promise<bigint> {
  const { rows } = await sql<{ raw: string }>`SELECT
    coalesce((SELECT sum(raw) FROM chain.transfers WHERE address_id = ${addressId} AND asset = ${asset} AND ${arrived}), 0)
    - coalesce((SELECT sum(raw) FROM chain.departures WHERE address_id = ${addressId} AND asset = ${asset} AND ${left}), 0) AS raw`.execute(
    db,
  )
  return BigInt(rows[0]!.raw)
}
