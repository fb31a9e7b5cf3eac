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
type Shown = Pick<contract.TimelineRow, 'what' | 'detail'> &
  Partial<Pick<contract.TimelineRow, 'state' | 'amount' | 'path'>>

export type TimelineSource = {
  /** Unique. */
  name: string
  kind: contract.TimelineKind
  /** Who lacks it does not see the rows. */
  scope: Scope
  read(db: Kysely<Tables>, range: Range): Promise<contract.TimelineRow[]>
}

type Range = { playerId: string; before: Key | null; limit: number }

const pageSize = 50
/** Of the last row of a page: its time to the microsecond, its source, and its id there. */
const Key = z.tuple([z.iso.datetime(), z.string().max(40), z.string().max(200)])
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
  idType: 'uuid' | 'bigint' | 'text'
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
    async read(db, { playerId, before, limit }) {
      const { rows } = await sql<Row & { row_at: string; row_id: string }>`
        SELECT to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS row_at, (${id})::text AS row_id,
          ${select}
        FROM ${from} WHERE ${where(playerId)} AND ${isBefore(before)}
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`.execute(db)
      return rows.map((row) => ({
        at: row.row_at,
        kind,
        source: name,
        id: row.row_id,
        state: null,
        amount: null,
        path: null,
        ...show(row),
      }))
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

export function timelineRoute(sources: readonly TimelineSource[]): BoundRoute {
  return bindDesk(contract.readTimeline, async ({ db, actor }, { playerId, kind, after }) => {
    const before = keyIn(after)
    const asked = sources.filter(
      (source) => includesScope(actor.scopes, source.scope) && (kind === undefined || source.kind === kind),
    )
    const read = asked.map((source) => source.read(db.kysely, { playerId, before, limit: pageSize + 1 }))
    const merged = (await Promise.all(read)).flat().toSorted(newestFirst)
    return ok(pageOf(merged, pageSize, ({ at, source, id }): Key => [at, source, id]))
  })

  /** Null, for the first page, unless each value is one of a row that a source can have. */
  function keyIn(after: string | undefined): Key | null {
    const key = readKey(after, Key)
    return key && sources.some(({ name }) => name === key[1]) ? key : null
  }
}

/** Rows of one source remain in the order in which it read them. */
function newestFirst(one: contract.TimelineRow, other: contract.TimelineRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  if (one.source === other.source) return 0
  return one.source < other.source ? 1 : -1
}
