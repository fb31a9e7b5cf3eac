/** Whether the audit log has an action of a player, or of one of the player's sessions, since a given time. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { AuditAction } from '../../kernel/audit.ts'

type Done = { action: AuditAction; playerId: string; sessionId?: string; since: Date }

export async function wasDone(db: Kysely<Tables>, { action, playerId, sessionId, since }: Done): Promise<boolean> {
  let entries = db
    .selectFrom('identity.audit')
    .select('id')
    .where('player_id', '=', playerId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .limit(1)
  if (sessionId !== undefined) entries = entries.where('session_id', '=', sessionId)
  const row = await entries.executeTakeFirst()
  return row !== undefined
}
