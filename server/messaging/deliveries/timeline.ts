/** Mails, SMS and push notifications in the timeline of a player. */
import { sql } from 'kysely'
import { word } from '../../kernel/desk-words.ts'
import { timelineSource } from '../../kernel/timeline.ts'

export const timeline = [
  timelineSource<{ medium: string; template: string; state: string }>({
    name: 'deliveries',
    kind: 'mails',
    scope: 'support:read',
    from: sql`deliveries.deliveries`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`medium, template, state`,
    show: ({ medium, template, state }) => ({ what: medium, detail: [word(`template.${template}`)], state }),
  }),
]
