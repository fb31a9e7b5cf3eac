/** Whether a player, or one session of the player, did something since then, as the audit log has it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { AuditAction } from '../../kernel/audit.ts'

type Done = { action: AuditAction; playerId: string; sessionId?: string; since: Date }

export async function wasDone(db: Kysely<Tables>, { action, playerId, sessionId, since }: Done): Promise<boolean> {
  let done = db
    .selectFrom('identity.audit')
    .select('id')
    .where('player_id', '=', playerId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .limit(1)
  if (sessionId !== undefined) done = done.where('session_id', '=', sessionId)
  const row = await done.executeTakeFirst()
  return row !== undefined
}
