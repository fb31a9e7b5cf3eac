/** Sessions at the desk: players by their device, and sign-ins in the timeline. */
import { sql } from 'kysely'
import { say, word } from '../../kernel/desk-words.ts'
import { type DeskSearch, foundPlayer, mostFound } from '../../kernel/desk-search.ts'
import { timelineSource } from '../../kernel/timeline.ts'

export const deskSearch: DeskSearch = {
  scope: 'players:read',
  async find(db, text) {
    const rows = await db
      .selectFrom('identity.sessions')
      .select(['player_id', 'user_agent'])
      .distinctOn('player_id')
      .where('fingerprint', '=', text)
      .orderBy('player_id')
      .limit(mostFound)
      .execute()
    return rows.map(({ player_id, user_agent }) => foundPlayer(player_id, say('find.device', { device: user_agent })))
  },
}

export const timeline = [
  timelineSource<{ ip: string; user_agent: string; method: string; close_reason: string | null }>({
    name: 'sessions',
    kind: 'sessions',
    scope: 'players:read',
    from: sql`identity.sessions`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`ip, user_agent, method, close_reason`,
    show: ({ ip, user_agent, method, close_reason }) => ({
      what: 'session',
      detail: [word(method), ip, user_agent],
      state: close_reason,
    }),
  }),
]
