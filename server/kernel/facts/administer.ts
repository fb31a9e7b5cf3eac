/** The operators' view of consumers, and the changes they can make to them. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { Clock } from '../../deps.ts'
import { type Actor, nameOfActor } from '../actor.ts'
import { audit } from '../audit.ts'
import { columnOf, type Consumer, type Source, tableOf, versionOf } from './consumer.ts'
import { recovered } from './consume.ts'

/** Every change names the operator who makes it. */
type Acting = { db: Database; clock: Clock; actor: Actor }

export type ConsumerState = {
  name: string
  /** The latest with which a process has run. */
  version: number
  /**
   * For each source the consumer follows: its position, the number of ids ahead of it, and how long the first of them
   * has waited.
   */
  sources: Array<{ source: Source; passed: bigint; lag: bigint; lagSeconds: number }>
  stopped: { source: Source; id: bigint; failure: string; failures: number; since: Date } | null
}

export async function listConsumers(db: Pick<Database, 'kysely'>): Promise<ConsumerState[]> {
  const rows = await db.kysely.selectFrom('facts.consumers').selectAll().orderBy('name').execute()
  return Promise.all(
    rows.map(async (row) => ({
      name: row.name,
      version: row.version,
      sources: await Promise.all(
        (['facts', 'movements'] as const).flatMap((source) => {
          const passed = row[columnOf[source]]
          return passed === null ? [] : [lagOf(db, source, passed)]
        }),
      ),
      stopped:
        row.failed_at === null
          ? null
          : {
              source: row.failed_source as Source,
              id: row.failed_id!,
              failure: row.failure ?? '',
              failures: row.failures,
              since: row.failed_at,
            },
    })),
  )
}

async function lagOf({ kysely }: Pick<Database, 'kysely'>, source: Source, passed: bigint) {
  const moment = sql.ref(source === 'facts' ? 'at' : 'created_at')
  const { rows } = await sql<{ lag: bigint; seconds: number }>`
    SELECT greatest(coalesce((SELECT max(id) FROM ${sql.table(tableOf[source])}), 0) - ${passed}, 0) AS lag,
      coalesce((SELECT extract(epoch FROM now() - ${moment})::float8 FROM ${sql.table(tableOf[source])} WHERE id > ${passed} ORDER BY id LIMIT 1), 0) AS seconds`.execute(
    kysely,
  )
  return { source, passed, lag: rows[0]!.lag, lagSeconds: Math.max(0, rows[0]!.seconds) }
}

/** The fact or movement as stored. */
export async function readEntry(
  { kysely }: Pick<Database, 'kysely'>,
  source: Source,
  id: bigint,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<
    Record<string, unknown>
  >`SELECT * FROM ${sql.table(tableOf[source])} WHERE id = ${id}`.execute(kysely)
  return rows[0] ?? null
}

export async function listSkipped({ kysely }: Pick<Database, 'kysely'>, consumer: string) {
  return kysely
    .selectFrom('facts.skipped')
    .selectAll()
    .where('consumer', '=', consumer)
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
}

/**
 * Skips the one fact or movement at which the consumer is stopped. `id` must name it, so that nothing else is skipped.
 */
export async function skipEntry(
  { db, clock, actor }: Acting,
  { name, id, reason }: { name: string; id: bigint; reason: string },
): Promise<Result<{ source: Source }, 'consumerNotFound' | 'notStoppedThere' | 'reasonMissing'>> {
  if (!reason) return refuse('reasonMissing')
  return db.transaction(async (tx) => {
    const row = await lockConsumer(tx, name)
    if (!row) return refuse('consumerNotFound')
    if (row.failed_at === null || row.failed_id !== id) return refuse('notStoppedThere')
    const source = row.failed_source as Source
    await tx
      .insertInto('facts.skipped')
      .values({
        consumer: name,
        source,
        id,
        failure: row.failure ?? '',
        reason,
        at: clock.now(),
        actor: nameOfActor(actor),
      })
      .execute()
    await tx
      .updateTable('facts.consumers')
      .set({ [columnOf[source]]: id, ...recovered })
      .where('name', '=', name)
      .execute()
    const detail = { consumer: name, source, id: String(id), reason }
    await audit(tx, { clock, actor }, { action: 'consumer-skipped', playerId: null, detail })
    return ok({ source })
  })
}

/** Deletes the consumer's output and resets its position to the start; the running processes do the rest. */
export async function replayConsumer(
  { db, clock, actor }: Acting,
  consumer: Pick<Consumer, 'name' | 'reset'>,
  { isPartial }: { isPartial: boolean },
): Promise<Result<void, 'consumerNotFound' | 'notReplayable' | 'factsPruned'>> {
  const { reset } = consumer
  if (!reset) return refuse('notReplayable')
  return db.transaction(async (tx) => {
    const row = await lockConsumer(tx, consumer.name)
    if (!row) return refuse('consumerNotFound')
    const { up_to } = await tx.selectFrom('facts.pruned').select('up_to').executeTakeFirstOrThrow()
    if (row.facts_passed !== null && up_to > 0n && !isPartial) return refuse('factsPruned')
    await reset(tx)
    await tx
      .updateTable('facts.consumers')
      .set((eb) => ({
        facts_passed: row.facts_passed === null ? null : 0n,
        movements_passed: row.movements_passed === null ? null : 0n,
        ...recovered,
        replays: eb('replays', '+', 1),
      }))
      .where('name', '=', consumer.name)
      .execute()
    const detail = { consumer: consumer.name, isPartial }
    await audit(tx, { clock, actor }, { action: 'consumer-replayed', playerId: null, detail })
    return ok()
  })
}

/** Lets processes of an earlier version run it, because those of the later one do not come back. */
export async function takeConsumer(
  { db, clock, actor }: Acting,
  consumer: Pick<Consumer, 'name' | 'version'>,
  reason: string,
): Promise<Result<void, 'consumerNotFound' | 'reasonMissing' | 'notNewer'>> {
  if (!reason) return refuse('reasonMissing')
  return db.transaction(async (tx) => {
    const row = await lockConsumer(tx, consumer.name)
    if (!row) return refuse('consumerNotFound')
    const version = versionOf(consumer)
    if (row.version <= version) return refuse('notNewer')
    await tx.updateTable('facts.consumers').set({ version }).where('name', '=', consumer.name).execute()
    await audit(
      tx,
      { clock, actor },
      {
        action: 'consumer-taken',
        playerId: null,
        before: { version: row.version },
        after: { version },
        reason,
        detail: { consumer: consumer.name },
      },
    )
    return ok()
  })
}

/** Removes a consumer that no deployed version contains; until then it prevents facts from being pruned. */
export async function removeConsumer(
  { db, clock, actor }: Acting,
  name: string,
): Promise<Result<void, 'consumerNotFound'>> {
  return db.transaction(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('facts.consumers').where('name', '=', name).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return refuse('consumerNotFound')
    await audit(tx, { clock, actor }, { action: 'consumer-removed', playerId: null, detail: { consumer: name } })
    return ok()
  })
}

function lockConsumer(tx: Tx, name: string) {
  return tx.selectFrom('facts.consumers').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
}
