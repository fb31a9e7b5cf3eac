/**
 * Completes rounds that their play left unfinished: a crash, a timeout, an unavailable wallet, a player who did not
 * come back. None is lost or paid twice. What its maths decides waits for a process that has the maths: neither claimed
 * nor returned by one of an older build, or by one from which the game was removed.
 */
import { sql } from 'kysely'
import { knownMaths } from '../games.ts'
import type { StudioParts } from './parts.ts'
import { readRound, type StoredRound } from './round-row.ts'
import { leaseMs } from './open-round.ts'
import { settleRound } from './settle-round.ts'

const open = "state IN ('betting', 'playing', 'accepted', 'cancelling') AND mode = 'real'"
const undecided = "state IN ('betting', 'playing')"

/** SQL: a condition on a round. One that is decided needs its wallet alone. */
function isKnown(): string {
  const names = knownMaths().map((name) => `'${name}'`)
  return `(NOT ${undecided} OR game || '@' || maths_version = ANY (ARRAY[${names.join(', ')}]))`
}

export const roundsDue = (): string =>
  `SELECT next_attempt_at FROM studio.rounds WHERE ${open} AND ${isKnown()} ORDER BY next_attempt_at LIMIT 1`

/** Open rounds of launches from before a moment: what they still pay needs the key of their launch. */
export async function countOpenRounds(db: StudioParts['db']['kysely'], before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM studio.rounds WHERE ${sql.raw(open)} AND created_at < ${before}`.execute(db)
  return rows[0]!.count
}

/** Open rounds by the maths that is missing here, for a warning; $1: `slug@version` of what is known. */
export const leftRoundsQuery = `SELECT game || '@' || maths_version AS name, count(*)::int AS count FROM studio.rounds
  WHERE ${open} AND ${undecided} AND game || '@' || maths_version <> ALL ($1) GROUP BY 1 ORDER BY 1`

/**
 * Claims due rounds and drives them on; resolves to their number. One that fails delays no other; the first failure is
 * thrown.
 */
export async function recoverRounds(parts: StudioParts): Promise<number> {
  const now = parts.clock.now()
  // A separate CTE: a planner may repeat a subquery below IN, and each run would skip what the one before locked.
  const { rows } = await sql<StoredRound>`
    WITH due AS (
      SELECT id FROM studio.rounds WHERE ${sql.raw(open)} AND ${sql.raw(isKnown())} AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    UPDATE studio.rounds AS round SET attempts = round.attempts + 1,
      next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    FROM due WHERE round.id = due.id RETURNING round.*`.execute(parts.db.kysely)
  const failures: unknown[] = []
  for (const round of rows) await settle(parts, round).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return rows.length
}

async function settle(parts: StudioParts, round: StoredRound): Promise<void> {
  await settleRound(parts, readRound(round))
}
