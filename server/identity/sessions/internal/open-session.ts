/** The session state against which a token is checked. */
import type { Pool } from 'pg'
import { statusOf } from '../../players/players.ts'

export type OpenSession = {
  generation: number
  /** When a token of this generation was first used. */
  generation_used_at: Date | null
  created_at: Date
  rotated_at: Date
  last_used_at: Date
  active_at: Date
  seen_country: string | null
  status: number
}

/** How long a tab may still use a token after another tab first used its successor (money-and-security, rule 12). */
const graceMs = 30_000
/** A session without a refresh for this long has expired. */
const idleMs = 30 * 86_400_000
/** A session has expired at this age, however it is used. */
const longestMs = 90 * 86_400_000
/** Statuses of players who may have a session: active and limited. */
const admitted = [1, 2]

export async function findOpenSession(
  pool: Pool,
  owner: { playerId: string; sessionId: string },
): Promise<OpenSession | undefined> {
  const { rows } = await pool.query<OpenSession>({
    name: 'identity-open-session',
    text: `SELECT s.generation, s.generation_used_at, s.created_at, s.rotated_at, s.last_used_at, s.active_at, s.seen_country, ${statusOf('s.player_id')} AS status
             FROM identity.sessions s
            WHERE s.id = $1::uuid AND s.player_id = $2::uuid AND s.closed_at IS NULL`,
    values: [owner.sessionId, owner.playerId],
  })
  return rows[0]
}

/** True if a token of this generation is valid now. */
export function isUsable(session: OpenSession, generation: number, now: Date): boolean {
  return (
    isAlive(session, now) && (generation === session.generation || isImmediatePredecessor(session, generation, now))
  )
}

export function isAlive(session: OpenSession, now: Date): boolean {
  return (
    admitted.includes(session.status) &&
    now.getTime() - session.last_used_at.getTime() < idleMs &&
    now.getTime() - session.created_at.getTime() < longestMs
  )
}

/** A session has expired if it was last used or opened at or before these times. */
export function expiryAt(now: Date): { lastUse: Date; beginning: Date } {
  return { lastUse: new Date(now.getTime() - idleMs), beginning: new Date(now.getTime() - longestMs) }
}

/**
 * Whether the token's direct successor is the current one. Such a token is accepted until the successor is first used,
 * because the answer that carried it may have been lost, and then for a short time, for other tabs.
 */
export function isImmediatePredecessor(
  { generation: current, generation_used_at: usedAt }: Pick<OpenSession, 'generation' | 'generation_used_at'>,
  generation: number,
  now: Date,
): boolean {
  return generation === current - 1 && (usedAt === null || now.getTime() - usedAt.getTime() < graceMs)
}

/** Records the first use of a token of the current generation, which shows that its client received it. */
export async function recordUse(
  pool: Pool,
  { playerId, sessionId, generation }: { playerId: string; sessionId: string; generation: number },
  now: Date,
): Promise<void> {
  await pool.query(
    `UPDATE identity.sessions SET generation_used_at = $4
      WHERE id = $1::uuid AND player_id = $2::uuid AND generation = $3 AND generation_used_at IS NULL`,
    [sessionId, playerId, generation, now],
  )
}
