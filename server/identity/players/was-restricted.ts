/**
 * Whether an operator had blocked or limited a player, who is active now, at some time since then: such a period has
 * ended since, by a change of the status.
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
