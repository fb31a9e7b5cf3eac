/** Counts sessions whose browser has a token signed before a given time. */
import type { SignedData } from '../../kernel/sealed-data.ts'
import { expiryAt } from './internal/open-session.ts'

export const olderSessions: SignedData = {
  what: 'open sessions that were last refreshed before the change; their players sign in again',
  async count({ db, clock }, before) {
    const { lastUse, beginning } = expiryAt(clock.now())
    const { count } = await db.kysely
      .selectFrom('identity.sessions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('closed_at', 'is', null)
      .where('rotated_at', '<', before)
      .where('last_used_at', '>', lastUse)
      .where('created_at', '>', beginning)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}
