/** One batch of consumers: lock their rows, apply the next facts or movements, advance the positions, in one transaction. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { databaseServer } from '../db/server-identity.ts'
import {
  type Batch,
  columnOf,
  type Consumer,
  type Pass,
  type Range,
  type Source,
  sourcesOf,
  tableOf,
  versionOf,
} from './consumer.ts'
import type { Fact, Recorded } from './fact.ts'
import type { Horizon } from './horizon.ts'

export type Positions = Partial<Record<Source, bigint>>
export type Step = {
  state:
    | /** Another process is working on them, or the horizon was read on another server. */ 'busy'
    /** Each is stopped at an entry that cannot be applied, and not due for a retry, or belongs to a later version. */
    | 'stopped'
    | 'caughtUp'
    | 'applied'
  /** By consumer. */
  positions: Map<string, Positions>
  /** A process with a later version has registered them: what this one would pass may not count for that one. */
  outdated: Array<{ name: string; version: number; own: number }>
}

/** A batch could not be applied; the transaction was rolled back. */
export class BatchFailed extends Error {
  readonly names: string[]
  readonly source: Source
  readonly count: number
  /** The first id of the batch: the cause of the failure if `count` is 1. */
  readonly firstId: bigint
  constructor(names: string[], source: Source, { count, first }: { count: number; first: bigint }, cause: unknown) {
    super((cause as Error).message, { cause })
    this.names = names
    this.source = source
    this.count = count
    this.firstId = first
  }
}

export type StepOptions<Needs> = {
  horizon: Pick<Horizon, 'of' | 'server'>
  sources: readonly Source[]
  needs: Needs
  size: number
  /** Left to processes of another build in this round. */
  isLeft(name: string): boolean
  /** Whether it was left to others at the next id, which it is then given alone. */
  isSlow(name: string, positions: Positions): boolean
  /** Whether consumers that are behind the others come first. They take turns with those in front. */
  isTurnOfLast: boolean
  /** Whether each consumer is given a batch alone, because one of several has failed. */
  isApart: boolean
  /** True if a consumer with this number of failures, the last at that time, is due for a retry. */
  isDue(failures: number, failedAt: Date): boolean
}

type Active<Needs> = { consumer: Consumer<Needs>; positions: Positions; hasFailed: boolean }

/** `consumers`: in the order of their names. */
export async function step<Needs>(
  tx: Tx,
  consumers: ReadonlyArray<Consumer<Needs>>,
  options: StepOptions<Needs>,
): Promise<Step> {
  const rows = await lockRows(
    tx,
    consumers.map(({ name }) => name),
    options.horizon.server(),
  )
  const done: Step = { state: rows ? 'stopped' : 'busy', positions: new Map(), outdated: [] }
  const active: Array<Active<Needs>> = []
  for (const consumer of rows ? consumers : []) {
    const row = rows!.get(consumer.name)
    if (!row || options.isLeft(row.name)) continue
    const own = versionOf(consumer)
    if (row.version > own) {
      done.outdated.push({ name: row.name, version: row.version, own })
      continue
    }
    if (row.failed_at && !options.isDue(row.failures, row.failed_at)) continue
    const positions: Positions = {}
    for (const source of sourcesOf(consumer)) positions[source] = row[columnOf[source]] ?? 0n
    active.push({ consumer, positions, hasFailed: row.failures > 0 })
    done.positions.set(row.name, positions)
  }
  if (active.length === 0) return done
  done.state = 'caughtUp'
  for (const source of options.sources) {
    const next = choose(active, source, options)
    if (!next) continue
    const names = next.members.map(({ consumer }) => consumer.name)
    const upTo = await applyNext(tx, next, source, options)
    await tx
      .updateTable('facts.consumers')
      .set({ [columnOf[source]]: upTo, ...recovered })
      .where('name', '=', consumers.length === 1 ? names[0]! : sql<string>`ANY (${names}::text[])`)
      .execute()
    for (const { positions } of next.members) positions[source] = upTo
    done.state = 'applied'
    return done
  }
  return done
}

export const recovered = { failed_source: null, failed_id: null, failure: null, failed_at: null, failures: 0 }

/**
 * The row of the first consumer decides which process works on them. The others are locked for moments at most: by a
 * batch of facts, or by a player who starts a quest. Null on another server than `server`: its ids may be lower than
 * the horizon, which would count as passed.
 */
async function lockRows(tx: Tx, names: string[], server: string) {
  const [first, ...others] = names
  const row = await tx
    .selectFrom('facts.consumers')
    .selectAll()
    .select(sql<string>`${sql.raw(databaseServer)}`.as('server'))
    .where('name', '=', first!)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row?.server !== server) return null
  if (others.length === 0) return new Map([[row.name, row]])
  const rows = await tx
    .selectFrom('facts.consumers')
    .selectAll()
    .where('name', '=', sql<string>`ANY (${others}::text[])`)
    .orderBy('name')
    .forUpdate()
    .execute()
  return new Map([row, ...rows].map((each) => [each.name, each]))
}

/** `isSingle`: one id, because the consumer has failed at it before. */
type Next<Needs> = { members: Array<Active<Needs>>; range: Range; isSingle: boolean }

/**
 * Those with the same position are applied together. Whoever is behind goes no further than the next one, so that both
 * continue together from there.
 */
function choose<Needs>(
  active: Array<Active<Needs>>,
  source: Source,
  { horizon, isTurnOfLast, isApart, isSlow }: StepOptions<Needs>,
): Next<Needs> | null {
  const followers = active.filter(({ positions }) => positions[source] !== undefined)
  if (followers.length === 0) return null
  const places = [...new Set(followers.map(({ positions }) => positions[source]!))].toSorted((a, b) => (a < b ? -1 : 1))
  const end = horizon.of(source)
  const isForFront = places.length === 1 || (!isTurnOfLast && !isApart && places.at(-1)! < end)
  const after = isForFront ? places.at(-1)! : places[0]!
  const upTo = isForFront || places.length === 1 ? end : places[1]!
  if (after >= upTo) return null
  const members = followers.filter(({ positions }) => positions[source] === after)
  const slow = members.find(({ consumer, positions, hasFailed }) => hasFailed || isSlow(consumer.name, positions))
  if (slow) return { members: [slow], range: { after, upTo }, isSingle: true }
  return { members: isApart ? members.slice(0, 1) : members, range: { after, upTo }, isSingle: false }
}

/** Applies the first ids of the range. Returns the last id covered. */
async function applyNext<Needs>(
  tx: Tx,
  { members, range, isSingle }: Next<Needs>,
  source: Source,
  { needs, size }: StepOptions<Needs>,
): Promise<bigint> {
  const most = isSingle ? 1 : size
  const next = await firstIds(tx, source, range, most)
  // Ids that were never used: a rolled-back transaction, or pruned facts.
  if (next.count === 0) return range.upTo
  const upTo = next.count < most ? range.upTo : next.last
  const batch = batchOf(tx, source, { after: range.after, upTo })
  try {
    for (const { consumer } of members) await consumer.apply(tx, batch, needs)
  } catch (error) {
    throw new BatchFailed(
      members.map(({ consumer }) => consumer.name),
      source,
      next,
      error,
    )
  }
  return upTo
}

type Ids = { count: number; first: bigint; last: bigint }
async function firstIds(tx: Tx, source: Source, { after, upTo }: Range, size: number): Promise<Ids> {
  // All of them, without a query: some may be unused.
  if (size > 1 && upTo - after <= size) return { count: Number(upTo - after), first: after + 1n, last: upTo }
  const { rows } = await sql<Ids>`
    SELECT count(*)::int AS count, min(id) AS first, max(id) AS last
    FROM (SELECT id FROM ${sql.table(tableOf[source])} WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${size}) AS next`.execute(
    tx,
  )
  return rows[0]!
}

function batchOf(tx: Tx, source: Source, range: Range): Batch {
  const readings = new Map<Pass<unknown>, Promise<unknown>>()
  return {
    facts: source === 'facts' ? range : null,
    movements: source === 'movements' ? range : null,
    of: (fact) => (source === 'facts' ? readFacts(tx, fact, range) : Promise.resolve([])),
    read<Data>(pass: Pass<Data>) {
      if (source !== 'movements') throw new Error(`${pass.name} is read for movements, not for facts`)
      const reading = readings.get(pass) ?? pass.read(tx, range)
      readings.set(pass, reading)
      return reading as Promise<Data>
    },
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
