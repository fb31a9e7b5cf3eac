/** Reads committed events in the order of their ids, without omissions even though transactions commit out of order. */
import type pg from 'pg'
import { createCommitOrder, oldestRunning } from '../db/commit-order.ts'

/** `form` names the conversion of the payload for clients; null if it needs none. */
export type StoredEvent = {
  id: bigint
  channel: string
  event: string
  form: string | null
  payload: unknown
  version: bigint
}

export type TailPage = { events: StoredEvent[]; isWaiting: boolean; isFull: boolean }
export type Tail = { next(): Promise<TailPage> }

const pageSize = 1000

/** Starts after `position`; use `lastId` to follow new events only. */
export function createTail(pool: pg.Pool, position: bigint): Tail {
  const order = createCommitOrder(pool, position)
  let read = position
  return {
    async next() {
      const { rows } = await pool.query<StoredEvent & { oldest: bigint }>({
        name: 'outbox-tail',
        text: `SELECT id, channel, event, form, payload, version, ${oldestRunning} AS oldest
          FROM outbox.events WHERE id > $1 ORDER BY id LIMIT ${pageSize}`,
        values: [read],
      })
      if (rows.length === 0) return { events: [], isWaiting: false, isFull: false }
      const runs = rows.map(({ id }) => ({ from: id, to: id }))
      const { isWaiting } = await order.advance(runs, rows[0]!.oldest)
      const events = rows.filter(({ id }) => id <= order.settled)
      read = events.at(-1)?.id ?? read
      return { events, isWaiting, isFull: rows.length === pageSize && !isWaiting }
    },
  }
}

export async function lastId(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM outbox.events')
  return rows[0]!.id
}
