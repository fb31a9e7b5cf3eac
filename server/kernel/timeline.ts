/** The timeline of a player at the desk: each module declares its rows, and one endpoint merges them, newest first. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import * as contract from '#contract/desk/find.ts'
import { ok } from '#contract/endpoint.ts'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type { Tables } from './db/tables.ts'
import { bindDesk, type BoundRoute } from './http/bind.ts'
import { pageOf, readKey } from './page-key.ts'

/** How a module's row is shown. */
type Shown = Pick<contract.TimelineRow, 'what'> &
  Partial<Pick<contract.TimelineRow, 'detail' | 'state' | 'amount' | 'path'>>

export type TimelineSource = {
  /** Unique. */
  name: string
  kind: contract.TimelineKind
  /** Who lacks it does not see the rows. */
  scope: Scope
  /** Null: its rows are read in the order of movements, which name where they continue. */
  idType: IdType | null
  read(db: Kysely<Tables>, range: Range): Promise<SourceRow[]>
}

/** How an id of a row is written in a page's key. */
const idTypes = { uuid: z.guid(), bigint: z.string().regex(/^\d{1,18}$/) }
type IdType = keyof typeof idTypes

type Range = {
  playerId: string
  /** Null for the first page. */
  before: Key | null
  /** Of sources by movements: rows from this movement on were on earlier pages, or came later than the first page. */
  beforeMovement: string | undefined
  limit: number
}
type SourceRow = contract.TimelineRow & { movement?: string }

const pageSize = 50
/**
 * Of the last row of a page: its time to the microsecond, its source, and its id there, which is empty for a source by
 * movements; and where each source by movements continues.
 */
const Key = z.tuple([
  z.iso.datetime().refine((at) => at > '1'),
  z.string().max(40),
  z.string().max(60),
  z.record(z.string().max(40), idTypes.bigint),
])
type Key = z.output<typeof Key>

type Columns<Row> = {
  name: string
  kind: contract.TimelineKind
  scope: Scope
  from: RawBuilder<unknown>
  /** Where its rows belong to the player, such as ``(playerId) => sql`player_id = ${playerId}` ``. */
  where: (playerId: string) => RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
  idType: IdType
  select: RawBuilder<unknown>
  show: (row: Row) => Shown
}

/** A source whose rows are read in the order of (at, id), with an index on the player and `at`. */
export function timelineSource<Row>(columns: Columns<Row>): TimelineSource {
  const { name, kind, scope, from, where, at, id, idType, select, show } = columns
  return {
    name,
    kind,
    scope,
    idType,
    async read(db, { playerId, before, limit }) {
      const { rows } = await sql<Row & { row_at: string; row_id: string }>`
        SELECT to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS row_at, (${id})::text AS row_id,
          ${select}
        FROM ${from} WHERE ${where(playerId)} AND ${isBefore(before)}
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`.execute(db)
      return rows.map((row) => toRow(columns, row.row_at, row.row_id, show(row)))
    },
  }

  /** Of rows at the same moment, those of a source with a later name come first. */
  function isBefore(key: Key | null): RawBuilder<unknown> {
    if (key === null) return sql`true`
    const [keyAt, source, keyId] = key
    if (source === name) return sql`(${at}, ${id}) < (${keyAt}::timestamptz, ${keyId}::text::${sql.raw(idType)})`
    return name < source ? sql`${at} <= ${keyAt}::timestamptz` : sql`${at} < ${keyAt}::timestamptz`
  }
}

type MovementColumns<Row> = Pick<Columns<Row>, 'name' | 'kind' | 'scope' | 'show'> & {
  /** The newest `limit` rows before a movement, with the columns `movement`, `at` and `row_id`, newest first. */
  rows: (range: { playerId: string; before: string; limit: number }) => RawBuilder<unknown>
}

const beforeNothing = '999999999999999999'

/**
 * A source whose rows are read in the order of movements, because an index on time would cost each bet that is posted.
 * Times of two movements can differ from their order by the duration of a transaction: a row then has the time of the
 * one after it, so that the timeline is in order.
 */
export function movementSource<Row>(columns: MovementColumns<Row>): TimelineSource {
  const { name, kind, scope, rows: query, show } = columns
  return {
    name,
    kind,
    scope,
    idType: null,
    async read(db, { playerId, before, beforeMovement = beforeNothing, limit }) {
      const { rows } = await sql<Row & { movement: bigint; row_at: string; row_id: string }>`
        SELECT row.*, to_char(row.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS row_at
        FROM (${query({ playerId, before: beforeMovement, limit })}) AS row ORDER BY row.movement DESC`.execute(db)
      let latest = before?.[0] ?? '9999'
      return rows.map((row) => {
        if (row.row_at < latest) latest = row.row_at
        return { ...toRow(columns, latest, row.row_id, show(row)), movement: String(row.movement) }
      })
    },
  }
}

function toRow(
  { name, kind }: { name: string; kind: contract.TimelineKind },
  at: string,
  id: string,
  shown: Shown,
): contract.TimelineRow {
  return { at, kind, source: name, id, detail: [], state: null, amount: null, path: null, ...shown }
}

export function timelineRoute(sources: readonly TimelineSource[]): BoundRoute {
  return bindDesk(contract.readTimeline, async ({ db, actor }, { playerId, kind, after }) => {
    const before = keyIn(after)
    const asked = sources.filter(
      (source) => includesScope(actor.scopes, source.scope) && (kind === undefined || source.kind === kind),
    )
    const read = await Promise.all(
      asked.map(async (source) => ({
        source,
        rows: await source.read(db.kysely, {
          playerId,
          before,
          beforeMovement: before?.[3][source.name],
          limit: pageSize + 1,
        }),
      })),
    )
    const merged = read.flatMap(({ rows }) => rows).toSorted(newestFirst)
    const shown = new Set(merged.slice(0, pageSize))
    const continued = read.flatMap(({ source, rows }) =>
      source.idType === null ? [[source.name, nextMovement(rows, shown, before?.[3][source.name])] as const] : [],
    )
    const page = pageOf(merged, pageSize, ({ at, source, id, movement }): Key => [
      at,
      source,
      movement === undefined ? id : '',
      Object.fromEntries(continued),
    ])
    return ok({ ...page, rows: page.rows.map(({ movement: _movement, ...row }) => row) })
  })

  /** Null, for the first page, unless each value is one of a row that a source can have. */
  function keyIn(after: string | undefined): Key | null {
    const key = readKey(after, Key)
    const source = sources.find(({ name }) => name === key?.[1])
    if (!key || !source) return null
    return source.idType === null || idTypes[source.idType].safeParse(key[2]).success ? key : null
  }
}

/** Where a source continues: after its last row on the page, or before its first row as long as none was shown. */
function nextMovement(rows: SourceRow[], shown: Set<SourceRow>, given: string | undefined): string {
  const last = rows.findLast((row) => shown.has(row))
  if (last) return last.movement!
  return given ?? (rows[0] ? String(BigInt(rows[0].movement!) + 1n) : '0')
}

/** Rows of one source remain in the order in which it read them. */
function newestFirst(one: contract.TimelineRow, other: contract.TimelineRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  if (one.source === other.source) return 0
  return one.source < other.source ? 1 : -1
}
