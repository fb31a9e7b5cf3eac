/**
 * Closes sessions that have expired. Their tokens are refused in any case, but push notifications reach their browsers
 * without a token and must be ended.
 */
import type { KernelDeps } from '../../deps.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { expiryAt } from './internal/open-session.ts'
import { closeOpenSession } from './sessions.ts'

type Row = { id: string; player_id: string }

/** Returns how many it closed. */
export async function closeExpired({ db, clock, log }: KernelDeps): Promise<number> {
  const now = clock.now()
  const { lastUse, beginning } = expiryAt(now)
  return workThrough<Row>(log, {
    name: 'an expired session',
    read: (last, size) =>
      db.kysely
        .selectFrom('identity.sessions')
        .select(['id', 'player_id'])
        .where('closed_at', 'is', null)
        .where(({ eb, or }) => or([eb('last_used_at', '<=', lastUse), eb('created_at', '<=', beginning)]))
        .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: ({ id: sessionId, player_id: playerId }) =>
      db.transaction(async (tx) => (await closeOpenSession(tx, now, { playerId, sessionId }, 'expired')) !== undefined),
  })
}
