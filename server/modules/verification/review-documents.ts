/** Documents of all players for a reviewer. Not reachable over HTTP. */
import type { Database } from '../../db/connect.ts'

export type ReviewRow = {
  id: string
  createdAt: Date
  type: string
  mimeType: string
  size: number
  name: string
  player: string
  comment: string | null
}

const atMost = 200

/** The longest waiting first. */
export async function listForReview({ kysely }: Pick<Database, 'kysely'>, status: number): Promise<ReviewRow[]> {
  const rows = await kysely
    .selectFrom('verification.documents')
    .selectAll()
    .where('status', '=', status)
    .where('lost_at', 'is', null)
    .orderBy('created_at')
    .limit(atMost)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    type: row.type,
    mimeType: row.mime_type,
    size: row.size,
    name: row.name,
    player: row.player_id,
    comment: row.comment,
  }))
}

export async function findAnyDocument(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
): Promise<{ id: string; name: string; mimeType: string } | null> {
  const row = await kysely
    .selectFrom('verification.documents')
    .select(['id', 'name', 'mime_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, mimeType: row.mime_type } : null
}
