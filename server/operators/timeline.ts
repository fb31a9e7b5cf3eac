/** Notes, and acts of the audit log, in the timeline of a player; who has read the player's data is in the log only. */
import { sql } from 'kysely'
import { timelineSource } from '../kernel/timeline.ts'

export const timeline = [
  timelineSource<{ actor: string | null; action: string }>({
    name: 'acts',
    kind: 'acts',
    scope: 'audit:read',
    from: sql`identity.audit`,
    where: (playerId) => sql`player_id = ${playerId} AND action <> 'operator-called'`,
    at: sql`at`,
    id: sql`id`,
    idType: 'bigint',
    select: sql`actor, action`,
    show: ({ actor, action }) => ({ what: 'act', detail: `${action} · ${actor ?? 'guest'}` }),
  }),
  timelineSource<{ author: string; text: string; withdrawn_at: Date | null }>({
    name: 'notes',
    kind: 'notes',
    scope: 'players:read',
    from: sql`operators.notes`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`written_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`author, left(text, 300) AS text, withdrawn_at`,
    show: ({ author, text, withdrawn_at }) => ({
      what: 'note',
      detail: `${author}: ${text}`,
      state: withdrawn_at ? 'withdrawn' : null,
    }),
  }),
]
