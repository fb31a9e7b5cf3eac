/**
 * Reads committed events in the order of their ids, none left out although transactions commit out of order.
 * A missing id is either still being written or was rolled back: it is given up only when every transaction that
 * was running when the gap was seen has ended, since an event's writer takes its transaction id before the event's id.
 */
import type pg from 'pg'

export type StoredEvent = { id: bigint; channel: string; event: string; payload: unknown; version: bigint }

/** `upTo`: the highest id seen then; every gap below it is dead once no transaction before `ends` runs any more. */
type Gap = { upTo: bigint; ends: bigint }
export type Look = { events: StoredEvent[]; isWaiting: boolean; isFull: boolean }
export type Tail = { look(): Promise<Look> }

const pageSize = 1000

/** Starts after `position`; use `lastId` to follow what comes from now on. */
export function createTail(pool: pg.Pool, position: bigint): Tail {
  let gap: Gap | null = null
  return {
    async look() {
      const { rows } = await pool.query<StoredEvent & { oldest: bigint }>({
        name: 'outbox-tail',
        text: `SELECT id, channel, event, payload, version, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest
          FROM outbox.events WHERE id > $1 ORDER BY id LIMIT ${pageSize}`,
        values: [position],
      })
      const highest = rows.at(-1)?.id ?? position
      const isGapDead = (id: bigint): boolean => gap !== null && id <= gap.upTo && rows[0]!.oldest >= gap.ends
      const events: StoredEvent[] = []
      let hasGap = false
      for (const row of rows) {
        // Ids below this one that have not been seen all lie below `row.id`, so the gap is dead if the one before it is.
        if (row.id > position + 1n && !isGapDead(row.id - 1n)) {
          hasGap = true
          break
        }
        position = row.id
        events.push(row)
      }
      if (!hasGap) gap = null
      else if (!gap || position >= gap.upTo) gap = { upTo: highest, ends: await nextTransactionId(pool) }
      return { events, isWaiting: hasGap, isFull: rows.length === pageSize }
    },
  }
}

/** Takes a transaction id, which is above that of everything running now; a snapshot alone does not tell that. */
async function nextTransactionId(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('SELECT pg_current_xact_id()::text::bigint AS id')
  return rows[0]!.id
}

export async function lastId(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM outbox.events')
  return rows[0]!.id
}
