/** Documents of all players for a reviewer. Not reachable over HTTP. */
import { PlayerStatus } from '#contract/identity.ts'
import type { Database } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { readPlayers } from '../players/players.ts'

export type ReviewRow = {
  id: string
  createdAt: Date
  type: string
  mimeType: string
  size: number
  name: string
  player: string
  isAccountClosed: boolean
  comment: string | null
}

const atMost = 200

/** Documents in the given state, those that have waited longest first. */
export async function listForReview({ kysely }: Pick<Database, 'kysely'>, status: number): Promise<ReviewRow[]> {
  const rows = await kysely
    .selectFrom('verification.documents')
    .selectAll()
    .where('status', '=', status)
    .where('lost_at', 'is', null)
    .orderBy('created_at')
    .limit(atMost)
    .execute()
  const owners = await readPlayers(kysely, [...new Set(rows.map((row) => row.player_id))])
  const closed = new Set(owners.filter((owner) => owner.status === PlayerStatus.closed).map((owner) => owner.id))
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    type: row.type,
    mimeType: row.mime_type,
    size: row.size,
    name: row.name,
    player: row.player_id,
    isAccountClosed: closed.has(row.player_id),
    comment: row.comment,
  }))
}

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
