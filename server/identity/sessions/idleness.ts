/**
 * Tracks whether the player is still present. After the policy's idle time without an action, at most half an hour, a
 * session moves money only after a new step-up. Calls that the page makes by itself do not count as actions.
 */
import { sql } from 'kysely'
import type { KernelDeps, PlayerCtx } from '../../deps.ts'

type Owner = { playerId: string; sessionId: string }

/** Actions are recorded once a minute, so that a game of many bets costs one extra statement a minute. */
const noteEveryMs = 60_000

/** Records that the player has just acted. `activeAt` is the value read with the session. */
export async function recordActivity(
  { db, clock }: KernelDeps,
  { playerId, sessionId }: Owner,
  activeAt: Date,
): Promise<void> {
  const now = clock.now()
  if (now.getTime() - activeAt.getTime() < noteEveryMs) return
  await db.kysely
    .updateTable('identity.sessions')
    .set({
      active_at: now,
      idled_at: sql<Date | null>`CASE WHEN active_at <= ${now}::timestamptz - idle_minutes * interval '1 minute' THEN ${now}::timestamptz ELSE idled_at END`,
    })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('active_at', '<', now)
    .execute()
}

/** Records the session's current country, which bets check against the game's excluded countries. */
export async function recordCountry(
  { db }: KernelDeps,
  { playerId, sessionId }: Owner,
  country: string,
): Promise<void> {
  await db.kysely
    .updateTable('identity.sessions')
    .set({ seen_country: country })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .execute()
}

/** When the player last returned after an absence of the idle time; null if the session was in use throughout. */
export async function lastResumedAt({ db }: KernelDeps, { playerId, sessionId }: Owner): Promise<Date | null> {
  const session = await db.kysely
    .selectFrom('identity.sessions')
    .select('idled_at')
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return session?.idled_at ?? null
}

/**
 * True if the session was unused for its idle time and not proven since. Sensitive verbs then refuse with
 * `stepUpRequired`.
 */
export async function isIdle({ db, caller }: PlayerCtx): Promise<boolean> {
  const { id, sessionId } = caller.player
  const idled = await db.kysely
    .selectFrom('identity.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('player_id', '=', id)
    .where('idled_at', 'is not', null)
    .where((eb) => eb.or([eb('stepped_up_at', 'is', null), eb('stepped_up_at', '<', eb.ref('idled_at'))]))
    .executeTakeFirst()
  return idled !== undefined
}
