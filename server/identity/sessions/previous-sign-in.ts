/** The sign-in before the current session, for its player. */
import type { Kysely } from 'kysely'
import type { Profile } from '#contract/identity.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { deviceOf } from '../players/device.ts'

export async function readPreviousSignIn(
  db: Kysely<Tables>,
  { playerId, sessionId }: { playerId: string; sessionId: string },
): Promise<Profile['previousSignIn']> {
  const previous = await db
    .selectFrom('identity.sessions')
    .select(['created_at', 'user_agent', 'country', 'ip'])
    .where('player_id', '=', playerId)
    .where('created_at', '<', (eb) =>
      eb.selectFrom('identity.sessions').select('created_at').where('id', '=', sessionId),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return previous
    ? {
        at: previous.created_at.toISOString(),
        device: deviceOf(previous.user_agent),
        country: previous.country,
        ip: previous.ip,
      }
    : null
}
