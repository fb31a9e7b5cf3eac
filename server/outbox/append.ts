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

/** Many events in one statement, pushed in this order. */
export async function appendAll(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('outbox.events')
    .columns(['channel', 'event', 'payload', 'version'])
    .expression(
      sql`SELECT channel, event, payload::json, version
        FROM unnest(${events.map(({ channel }) => channel)}::text[], ${events.map(({ event }) => event)}::text[],
          ${events.map(({ payload }) => JSON.stringify(payload))}::text[], ${events.map(({ version }) => version)}::bigint[])
          WITH ORDINALITY AS given (channel, event, payload, version, place) ORDER BY place`,
    )
    .execute()
}
