/** Appends an event in the caller's transaction: it is pushed if and only if that transaction commits. */
import type { Tx } from '../db/connect.ts'

export type OutboxEvent = { channel: string; event: string; payload: unknown; version: number }

export async function append(tx: Tx, { channel, event, payload, version }: OutboxEvent): Promise<void> {
  await tx
    .insertInto('outbox.events')
    .values({ channel, event, payload: JSON.stringify(payload), version })
    .execute()
}
