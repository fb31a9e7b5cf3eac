/** Whether a block or limit by an operator was in force since then: each change of the status begins or ends one. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

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
