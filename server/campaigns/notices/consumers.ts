/** Writes down which messages are due. Whether they are sent is decided by the job, under the player's lock. */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { consumer } from '../../kernel/facts/consumer.ts'
import type { Recorded } from '../../kernel/facts/fact.ts'
import {
  bonusGranted,
  freespinsGranted,
  limitRemoved,
  limitSet,
  questCompleted,
  tournamentStarted,
} from '../../kernel/facts/kinds.ts'
import { readExpiries } from '../../bonuses/index.ts'
import { listJoined } from '../../rewards/index.ts'
import { type LimitTerms, writeTerms } from './limit-terms.ts'

export type NoticeKind =
  | 'bonus-granted'
  | 'bonus-expiring'
  | 'quest-completed'
  | 'tournament-started'
  | 'limit-set'
  | 'limit-removed'
type Due = { playerId: string; kind: NoticeKind; subject: string; at: Date; terms?: LimitTerms }

const dayMs = 86_400_000

const notices = consumer<object>('notices', {
  follows: [bonusGranted, freespinsGranted, questCompleted, tournamentStarted, limitSet, limitRemoved],
  async apply(tx, batch) {
    const due: Due[] = []
    const add = ({ player, at }: Pick<Recorded, 'player' | 'at'>, kind: NoticeKind, subject: string, more = {}) => {
      if (player !== null) due.push({ playerId: player, kind, subject, at, ...more })
    }
    const granted = [...(await batch.of(bonusGranted)), ...(await batch.of(freespinsGranted))]
    const expiries = await readExpiries(
      tx,
      granted.map(({ subject }) => subject),
    )
    for (const fact of granted) {
      add(fact, 'bonus-granted', fact.subject)
      const expiresAt = expiries.get(fact.subject)
      // A day before; not for what lasts no longer than two.
      if (expiresAt && expiresAt.getTime() - fact.at.getTime() > 2 * dayMs)
        add({ ...fact, at: new Date(expiresAt.getTime() - dayMs) }, 'bonus-expiring', fact.subject)
    }
    for (const fact of await batch.of(questCompleted)) add(fact, 'quest-completed', fact.subject)
    for (const fact of await batch.of(limitSet))
      if (!fact.data.isForced) add(fact, 'limit-set', String(fact.id), { terms: fact.data })
    for (const fact of await batch.of(limitRemoved)) add(fact, 'limit-removed', String(fact.id), { terms: fact.data })
    for (const { subject, at } of await batch.of(tournamentStarted))
      for (const player of await listJoined(tx, subject)) add({ player, at }, 'tournament-started', subject)
    await write(tx, due)
  },
  /** What was sent, or was not to be sent, stays so. */
  reset: async (tx) => {
    await tx.deleteFrom('rewards.notices').where('settled_at', 'is', null).execute()
  },
})

/** Neither the first run nor a replay announces what is past; facts have the time of the database. */
async function write(tx: Tx, due: Due[]): Promise<void> {
  if (due.length === 0) return
  const column = <T>(value: (each: Due) => T) => due.map(value)
  await sql`
    INSERT INTO rewards.notices (player_id, kind, subject, terms, due_at)
    SELECT * FROM unnest(${column(({ playerId }) => playerId)}::uuid[], ${column(({ kind }) => kind)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ terms }) => (terms ? writeTerms(terms) : null))}::jsonb[], ${column(({ at }) => at)}::timestamptz[])
      AS due (player_id, kind, subject, terms, due_at)
    WHERE due_at > now() - interval '1 day' ORDER BY 1, 2, 3
    ON CONFLICT (player_id, kind, subject) DO NOTHING`.execute(tx)
}

export const consumers = [notices]
