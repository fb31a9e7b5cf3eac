/** Markers of harm in the timeline of a player. */
import { sql } from 'kysely'
import { word } from '../kernel/desk-words.ts'
import { timelineSource } from '../kernel/timeline.ts'

export const timeline = [
  timelineSource<{ indicator: string; level: string; state: string }>({
    name: 'markers',
    kind: 'protection',
    scope: 'protection:read',
    from: sql`harm.markers`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`raised_at`,
    id: sql`id`,
    idType: 'bigint',
    select: sql`indicator, level, state`,
    show: ({ indicator, level, state }) => ({ what: 'marker', detail: [word(indicator), word(level)], state }),
  }),
]
