/** Appends an event in the caller's transaction: it is pushed if and only if that transaction commits. */
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

export type OutboxEvent = { channel: string; event: string; payload: unknown; version: number }

export async function append(tx: Tx, { channel, event, payload, version }: OutboxEvent): Promise<void> {
  await tx
    .insertInto('outbox.events')
    .values({ channel, event, payload: JSON.stringify(payload), version })
    .execute()
}

/**
 * Appends many events in one statement, which are pushed in this order. JSON is faster than arrays, which the driver
 * escapes.
 */
export async function appendAll(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('outbox.events')
    .columns(['channel', 'event', 'payload', 'version'])
    .expression(
      sql`SELECT channel, event, payload, version::bigint
        FROM ROWS FROM (json_array_elements_text(${JSON.stringify(events.map(({ channel }) => channel))}::json),
          json_array_elements_text(${JSON.stringify(events.map(({ event }) => event))}::json),
          json_array_elements(${JSON.stringify(events.map(({ payload }) => payload))}::json),
          json_array_elements_text(${JSON.stringify(events.map(({ version }) => version))}::json))
          WITH ORDINALITY AS input (channel, event, payload, version, place) ORDER BY place`,
    )
    .execute()
}
