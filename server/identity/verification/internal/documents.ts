/** Document rows: reading, wire form and quota. */
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { documentLimits } from '#contract/fields/document-limits.ts'
import type { PlayerDocument } from '#contract/verification.ts'
import { lockNamed } from '../../../kernel/locks.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Tx } from '../../../deps.ts'

export type DocumentRow = Selectable<Tables['verification.documents']>

export function toDocument(row: DocumentRow): PlayerDocument {
  return {
    id: row.id,
    type: row.type as PlayerDocument['type'],
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    status: row.status,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
  }
}

/** Finds a player's own document. One whose file is missing is treated as if it did not exist. */
export async function findDocument(
  db: Kysely<Tables>,
  owner: { playerId: string; id: string },
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('verification.documents')
    .selectAll()
    .where('id', '=', owner.id)
    .where('player_id', '=', owner.playerId)
    .where('lost_at', 'is', null)
    .executeTakeFirst()
}

/** Serializes uploads of one player, so that none exceeds the quota. */
export async function lockDocuments(tx: Tx, playerId: string): Promise<void> {
  await lockNamed(tx, 'documents', playerId)
}

export async function hasRoom(db: Kysely<Tables>, playerId: string, bytes: number): Promise<boolean> {
  const { count, held } = await db
    .selectFrom('verification.documents')
    .where('player_id', '=', playerId)
    .where('lost_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.coalesce(fn.sum<bigint>('size'), sql<bigint>`0`).as('held'),
    ])
    .executeTakeFirstOrThrow()
  return Number(count) < documentLimits.maxCount && Number(held) + bytes <= documentLimits.maxTotalBytes
}
