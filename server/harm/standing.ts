/** Of a player's standing: markers of harm that are open or contested, and those that were upheld. */
import { word } from '../kernel/desk-words.ts'
import type { Standing } from '../kernel/standing.ts'

const mostShown = 5

export const standing: Standing = {
  scope: 'protection:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('harm.markers')
      .select(['indicator', 'level', 'state', 'raised_at', 'contested_at', 'decided_at'])
      .where('player_id', '=', playerId)
      .where('state', '<>', 'dismissed')
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ indicator, level, state, raised_at, contested_at, decided_at }) => {
      const isContested = contested_at !== null && (decided_at === null || contested_at > decided_at)
      const isOpen = state === 'open' || isContested
      return {
        level: isOpen && level === 'strong' ? 'urgent' : isOpen ? 'waiting' : 'fact',
        what: isContested ? 'markerContested' : isOpen ? 'marker' : 'markerUpheld',
        detail: [word(indicator), word(level)],
        since: raised_at,
        path: `/players/${playerId}/acts`,
      }
    })
  },
}
