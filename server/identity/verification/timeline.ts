/** Documents in the timeline of a player. */
import { sql } from 'kysely'
import { say } from '../../kernel/desk-words.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { documentState } from './internal/states.ts'

export const timeline = [
  timelineSource<{ id: string; type: string; name: string; status: number }>({
    name: 'documents',
    kind: 'documents',
    scope: 'players:read',
    from: sql`verification.documents`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`id, type, name, status`,
    show: (row) => ({
      what: 'document',
      detail: [say(`documents.type.${row.type}`), row.name],
      state: documentState(row),
      path: `/documents/${row.id}`,
    }),
  }),
]
