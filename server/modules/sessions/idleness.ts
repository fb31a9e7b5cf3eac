/**
 * Whether somebody has been there all along. A session left alone for half an hour gives its money away only after a new proof
 * of who is asking; whatever else it does meanwhile does not make it younger.
 */
import { sql } from 'kysely'
import type { Deps, PlayerCtx } from '../../deps.ts'

type Owner = { playerId: string; sessionId: string }

const idleMs = 30 * 60_000
/** Acts are noted once a minute, so that a game of many bets costs one statement a minute more. */
const noteEveryMs = 60_000

/** The player did something just now. `activeAt` is what the session was found with. */
export async function recordActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { playerId, sessionId }: Owner,
  activeAt: Date,
): Promise<void> {
  const now = clock.now()
  if (now.getTime() - activeAt.getTime() < noteEveryMs) return
  const idleSince = new Date(now.getTime() - idleMs)
  await db.kysely
    .updateTable('identity.sessions')
    .set({
      active_at: now,
      idled_at: sql<Date | null>`CASE WHEN active_at <= ${idleSince} THEN ${now}::timestamptz ELSE idled_at END`,
    })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('active_at', '<', now)
    .execute()
}

/** Where the session is used now; bets ask whether it may be played there. */
export async function recordCountry(
  { db }: Pick<Deps, 'db'>,
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

/** When the player came back after half an hour away, last; null where the session was in use all along. */
export async function lastResumedAt({ db }: Pick<Deps, 'db'>, { playerId, sessionId }: Owner): Promise<Date | null> {
  const session = await db.kysely
    .selectFrom('identity.sessions')
    .select('idled_at')
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return session?.idled_at ?? null
}

/** True where nobody used the session for half an hour, and nobody has proven since who does. Sensitive verbs then refuse as `stepUpRequired`. */
export async function isIdle({ db, caller }: Pick<PlayerCtx, 'db' | 'caller'>): Promise<boolean> {
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
