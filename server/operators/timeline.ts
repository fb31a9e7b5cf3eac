/** Acts of the audit log in the timeline of a player; who has read the player's data is in the log only. */
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
]
