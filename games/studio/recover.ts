/**
 * Completes rounds that their play left unfinished: a crash, a timeout, an unavailable wallet, a player who did not
 * come back. None is lost or paid twice.
 */
import { sql } from 'kysely'
import type { StudioParts } from './parts.ts'
import { readRound, type StoredRound } from './round-row.ts'
import { leaseMs } from './open-round.ts'
import { settleRound } from './settle-round.ts'

export const roundsDue =
  "SELECT min(next_attempt_at) FROM studio.rounds WHERE state IN ('betting', 'playing', 'accepted', 'cancelling') AND mode = 'real'"

/**
 * Claims due rounds and drives them on; resolves to their number. One that fails delays no other; the first failure is
 * thrown.
 */
export async function recoverRounds(parts: StudioParts): Promise<number> {
  const now = parts.clock.now()
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    WHERE id IN (
      SELECT id FROM studio.rounds WHERE state IN ('betting', 'playing', 'accepted', 'cancelling') AND mode = 'real' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(parts.db.kysely)
  const failures: unknown[] = []
  for (const round of rows) await settle(parts, round).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return rows.length
}

async function settle(parts: StudioParts, round: StoredRound): Promise<void> {
  await settleRound(parts, readRound(round))
}
