/** One batch of one consumer: lock its row, apply the next facts, advance its position, all in one transaction. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import {
  type Batch,
  columnOf,
  type Consumer,
  type Range,
  type Source,
  sourcesOf,
  tableOf,
  versionOf,
} from './consumer.ts'
import type { Fact, Recorded } from './fact.ts'
import type { Horizon } from './horizon.ts'

export type Positions = Partial<Record<Source, bigint>>
export type Step =
  /** Another process is working on it. */
  | { state: 'busy' }
  /** A process with a later version has registered it: what this one would pass may not count for this one. */
  | { state: 'outdated'; version: number }
  /** Stopped at an entry that cannot be applied, and not due for a retry. */
  | { state: 'stopped' }
  | { state: 'caughtUp'; positions: Positions }
  | { state: 'applied'; positions: Positions }

/** A batch could not be applied; the transaction was rolled back. */
export class BatchFailed extends Error {
  readonly source: Source
  readonly count: number
  /** The first id of the batch: the cause of the failure if `count` is 1. */
  readonly firstId: bigint
  constructor(source: Source, { count, first }: { count: number; first: bigint }, cause: unknown) {
    super((cause as Error).message, { cause })
    this.source = source
    this.count = count
    this.firstId = first
  }
}

export type StepOptions<Needs> = {
  horizon: Pick<Horizon, 'of'>
  needs: Needs
  size: number
  /** True if a consumer with this number of failures, the last at that time, is due for a retry. */
  isDue(failures: number, failedAt: Date): boolean
}

export async function step<Needs>(tx: Tx, consumer: Consumer<Needs>, options: StepOptions<Needs>): Promise<Step> {
  const row = await tx
    .selectFrom('facts.consumers')
    .selectAll()
    .where('name', '=', consumer.name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return { state: 'busy' }
  if (row.version > versionOf(consumer)) return { state: 'outdated', version: row.version }
  if (row.failed_at && !options.isDue(row.failures, row.failed_at)) return { state: 'stopped' }
  const positions: Positions = {}
  for (const source of sourcesOf(consumer)) positions[source] = row[columnOf[source]] ?? 0n
  for (const source of sourcesOf(consumer)) {
    const after = positions[source]!
    const horizon = options.horizon.of(source)
    if (after >= horizon) continue
    const upTo = await applyNext(tx, consumer, source, { after, upTo: horizon }, options)
    await tx
      .updateTable('facts.consumers')
      .set({ [columnOf[source]]: upTo, ...recovered })
      .where('name', '=', consumer.name)
      .execute()
    return { state: 'applied', positions: { ...positions, [source]: upTo } }
  }
  return { state: 'caughtUp', positions }
}

export const recovered = { failed_source: null, failed_id: null, failure: null, failed_at: null, failures: 0 }

/** Applies the first `size` ids of the range. Returns the last id covered. */
async function applyNext<Needs>(
  tx: Tx,
  consumer: Consumer<Needs>,
  source: Source,
  range: Range,
  { needs, size }: StepOptions<Needs>,
): Promise<bigint> {
  const next = await firstIds(tx, source, range, size)
  // Ids that were never used: a rolled-back transaction, or pruned facts.
  if (next.count === 0) return range.upTo
  const upTo = next.count < size ? range.upTo : next.last
  try {
    await consumer.apply(tx, batchOf(tx, source, { after: range.after, upTo }), needs)
  } catch (error) {
    throw new BatchFailed(source, next, error)
  }
  return upTo
}

type Ids = { count: number; first: bigint; last: bigint }
async function firstIds(tx: Tx, source: Source, { after, upTo }: Range, size: number): Promise<Ids> {
  const { rows } = await sql<Ids>`
    SELECT count(*)::int AS count, min(id) AS first, max(id) AS last
    FROM (SELECT id FROM ${sql.table(tableOf[source])} WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${size}) AS next`.execute(
    tx,
  )
  return rows[0]!
}

function batchOf(tx: Tx, source: Source, range: Range): Batch {
  return {
    facts: source === 'facts' ? range : null,
    movements: source === 'movements' ? range : null,
    of: (fact) => (source === 'facts' ? readFacts(tx, fact, range) : Promise.resolve([])),
  }
}

async function readFacts<F extends Fact>(
  tx: Tx,
  { kind, data }: F,
  { after, upTo }: Range,
): Promise<Array<Recorded<F>>> {
  const rows = await tx
    .selectFrom('facts.facts')
    .select(['id', 'player_id', 'subject', 'data', 'at'])
    .where('kind', '=', kind)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    player: row.player_id,
    subject: row.subject,
    data: z.parse(data, row.data) as Recorded<F>['data'],
    at: row.at,
  }))
}
