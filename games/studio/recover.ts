/** Looks after rounds that their play left unfinished: a crash, a time-out, a house that was away. None is lost, none is done twice. */
import { sql } from 'kysely'
import type { StudioParts } from './parts.ts'
import type { RoundRow } from './round-row.ts'
import { leaseMs } from './open-round.ts'
import { settleRound } from './settle-round.ts'

export const roundsDue =
  "SELECT min(next_attempt_at) FROM studio.rounds WHERE state IN ('betting', 'accepted', 'cancelling')"

/** Takes over what is due and drives it on; resolves to how many rounds it looked at. */
export async function recoverRounds(parts: StudioParts): Promise<number> {
  const now = parts.clock.now()
  const { rows } = await sql<RoundRow>`
    UPDATE studio.rounds SET attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    WHERE id IN (
      SELECT id FROM studio.rounds WHERE state IN ('betting', 'accepted', 'cancelling') AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(parts.db.kysely)
  for (const round of rows) await settleRound(parts, round)
  return rows.length
}
