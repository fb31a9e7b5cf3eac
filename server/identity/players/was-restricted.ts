/**
 * Whether a player who is active now was blocked or limited at any time since then. Such a period must have ended since
 * then by a change of the status, so it is enough to look for those changes.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

export async function wasRestrictedSince(
  db: Kysely<Tables>,
  { playerId, since }: { playerId: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.audit')
    .select('id')
    .where('player_id', '=', playerId)
    .where('action', '=', 'player-status-changed')
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
