/** Whether a session did something since then, as the audit log has it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { AuditAction } from '../../platform/audit.ts'

type Done = { action: AuditAction; playerId: string; sessionId: string; since: Date }

export async function wasDone(db: Kysely<Tables>, { action, playerId, sessionId, since }: Done): Promise<boolean> {
  const row = await db
    .selectFrom('identity.audit')
    .select('id')
    .where('player_id', '=', playerId)
    .where('session_id', '=', sessionId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
