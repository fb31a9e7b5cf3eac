/** Documents of all players, for a reviewer. */
import { sql } from 'kysely'
import { DocumentStatus } from '#contract/verification.ts'
import type { Database } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { type QueueFigures, readFigures } from '../../kernel/queues.ts'
import type { DocumentRow } from './internal/documents.ts'

type Page = { status: number; after?: readonly [createdAt: string, id: string] | null; limit: number }

/** Documents in the given state, those that have waited longest first. */
export async function listForReview(
  { kysely }: Pick<Database, 'kysely'>,
  { status, after, limit }: Page,
): Promise<DocumentRow[]> {
  return kysely
    .selectFrom('verification.documents')
    .selectAll()
    .where('status', '=', status)
    .where('lost_at', 'is', null)
    .$if(Boolean(after), (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(new Date(after![0]), after![1]))),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What waits, oldest first, and how long the last 50 decided ones have waited. */
export const documentFigures = ({ kysely }: Pick<Database, 'kysely'>): Promise<QueueFigures> =>
  readFigures(kysely, {
    waiting: sql`SELECT id::text, created_at AS since FROM verification.documents
      WHERE status = ${sql.lit(DocumentStatus.pending)} AND lost_at IS NULL`,
    decided: sql`SELECT created_at AS since, decided_at FROM verification.documents
      WHERE decided_by IS NOT NULL ORDER BY decided_at DESC LIMIT 50`,
  })

/** Finds any player's document, to save it to a file. The access is recorded, because it is personal data. */
export async function findAnyDocument(
  needs: KernelDeps & { actor: OperatorActor },
  id: string,
): Promise<{ id: string; name: string; mimeType: string } | null> {
  const row = await needs.db.kysely
    .selectFrom('verification.documents')
    .select(['id', 'name', 'mime_type', 'player_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const detail = { document: id }
  await audit(needs.db.kysely, needs, { action: 'document-saved', playerId: row.player_id, detail })
  return { id: row.id, name: row.name, mimeType: row.mime_type }
}
