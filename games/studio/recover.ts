/**
 * Completes rounds that were left unfinished after a crash, a timeout, an unavailable wallet or because the player did
 * not come back. None is lost or paid twice. A round still to be decided waits for a process that has its maths: a
 * process of an older build, or of one without the game, neither claims nor returns it.
 */
import { sql } from 'kysely'
import { knownMaths } from '../games.ts'
import type { StudioParts } from './parts.ts'
import { readRound, type StoredRound } from './round-row.ts'
import { leaseMs } from './open-round.ts'
import { settleRound } from './settle-round.ts'

const open = "state IN ('betting', 'playing', 'accepted', 'cancelling') AND mode = 'real'"
const undecided = "state IN ('betting', 'playing')"

/** SQL condition: this process has the round's maths, or the round is decided and needs only its wallet. */
function isKnown(): string {
  const names = knownMaths().map((name) => `'${name}'`)
  return `(NOT ${undecided} OR game || '@' || maths_version = ANY (ARRAY[${names.join(', ')}]))`
}

export const roundsDue = (): string =>
  `SELECT next_attempt_at FROM studio.rounds WHERE ${open} AND ${isKnown()} ORDER BY next_attempt_at LIMIT 1`

/** Counts open rounds of launches before this time: paying them still needs the key that signed the launch. */
export async function countOpenRounds(db: StudioParts['db']['kysely'], before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM studio.rounds WHERE ${sql.raw(open)} AND created_at < ${before}`.execute(db)
  return rows[0]!.count
}

/**
 * Counts open rounds for each version of maths that this build lacks, for a warning; $1: known `slug@version` names.
 */
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
