/** Notes, and acts of the audit log, in the timeline of a player; who has read the player's data is in the log only. */
import { sql } from 'kysely'
import type { Part } from '#contract/desk/common.ts'
import { say, word } from '../kernel/desk-words.ts'
import { timelineSource } from '../kernel/timeline.ts'

/** The log names a player by id, which is that of the page. */
function actorOf(actor: string | null): Part {
  if (actor === null || actor === 'guest') return word('guest')
  return actor.startsWith('player:') ? say('player') : actor
}

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
    show: ({ actor, action }) => ({ what: 'act', detail: [say(`act.${action}`), actorOf(actor)] }),
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
      detail: [author, text],
      state: withdrawn_at ? 'withdrawn' : null,
    }),
  }),
]
