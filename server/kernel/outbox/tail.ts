/** Reads committed events in the order of their ids, without omissions even though transactions commit out of order. */
import type pg from 'pg'
import { createCommitOrder, oldestRunning } from '../db/commit-order.ts'
import { databaseServer } from '../db/server-identity.ts'

/** `form` names the conversion of the payload for clients; null if it needs none. */
export type StoredEvent = {
  id: bigint
  channel: string
  event: string
  form: string | null
  payload: unknown
  version: bigint
  created_at: Date
}

export type TailPage = { events: StoredEvent[]; isWaiting: boolean; isFull: boolean }
export type Tail = { next(): Promise<TailPage> }

/**
 * The database no longer has events that were read: a failover lost commits, or an earlier state was restored. What
 * this process has in memory, and has told its clients, may be undone.
 */
export class DatabaseRewound extends Error {}

const pageSize = 1000
/** Events are pruned after a day, so that a missing older one shows nothing. */
const rememberedMs = 3_600_000

/** Starts after `position`; use `lastId` to follow new events only. */
export function createTail(pool: pg.Pool, position: bigint): Tail {
  const order = createCommitOrder(pool, position)
  let read = position
  let server = null as string | null
  /** The latest events that were read. */
  let remembered: Array<Pick<StoredEvent, 'id' | 'created_at'>> = []

  /** On another server, or after a restart: whether it has what was read from the former one. */
  async function compare(): Promise<void> {
    const recent = remembered.filter(({ created_at }) => created_at.getTime() > Date.now() - rememberedMs)
    const { rows } = await pool.query<{ id: bigint; created_at: Date }>(
      'SELECT id, created_at FROM outbox.events WHERE id = ANY ($1::bigint[])',
      [recent.map(({ id }) => id)],
    )
    const stored = new Map(rows.map(({ id, created_at }) => [id, created_at.getTime()]))
    const lost = recent.filter(({ id, created_at }) => stored.get(id) !== created_at.getTime()).length
    if (lost > 0) throw new DatabaseRewound(`${lost} of the latest ${recent.length} events are missing in it`)
  }

  return {
    async next() {
      const { rows: all } = await pool.query<StoredEvent & { oldest: bigint; server: string; last: bigint | null }>({
        name: 'outbox-tail',
        text: `SELECT events.*, ${oldestRunning} AS oldest, ${databaseServer} AS server,
            pg_sequence_last_value('outbox.events_id_seq') AS last
          FROM (VALUES (1)) AS one LEFT JOIN (
            SELECT id, channel, event, form, payload, version, created_at
            FROM outbox.events WHERE id > $1 ORDER BY id LIMIT ${pageSize}) AS events ON true ORDER BY id`,
        values: [read],
      })
      const [first] = all
      if ((first!.last ?? 0n) < read)
        throw new DatabaseRewound(`its last event is ${first!.last ?? 0n}, and ${read} was read before`)
      if (server !== null && first!.server !== server) await compare()
      server = first!.server
      const rows = first!.id === null ? [] : all
      if (rows.length === 0) return { events: [], isWaiting: false, isFull: false }
      const runs = rows.map(({ id }) => ({ from: id, to: id }))
      const { isWaiting } = await order.advance(runs, rows[0]!.oldest)
      const events = rows.filter(({ id }) => id <= order.settled)
      read = events.at(-1)?.id ?? read
      remembered = remembered.concat(events.map(({ id, created_at }) => ({ id, created_at }))).slice(-pageSize)
      return { events, isWaiting, isFull: rows.length === pageSize && !isWaiting }
    },
  }
}

export async function lastId(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM outbox.events')
  return rows[0]!.id
}
