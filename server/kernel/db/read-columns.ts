/** Many rows at once, column by column: as a row for each, the driver would take longer to read them than their use does. */
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * `plain`: columns of numbers, ids and words, which contain nothing that an array would quote; each value as its text,
 * `NULL` for null. `json`: columns of any other kind, as JSON values. All lists are in the order of the query's rows.
 */
export async function readColumns<Plain extends string, Json extends string>(
  db: Kysely<Tables>,
  query: Expression<unknown> | RawBuilder<unknown>,
  { plain, json }: { plain: readonly Plain[]; json: readonly Json[] },
): Promise<Record<Plain, string[]> & Record<Json, unknown[]>> {
  const columns = [
    ...plain.map((name) => sql`array_agg(${sql.ref(name)})::text AS ${sql.ref(name)}`),
    ...json.map((name) => sql`json_agg(${sql.ref(name)}) AS ${sql.ref(name)}`),
  ]
  const { rows } = await sql<Record<string, string | unknown[] | null>>`
    SELECT ${sql.join(columns)} FROM (${query}) AS part`.execute(db)
  const lists = Object.entries(rows[0]!).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(1, -1).split(',') : (value ?? []),
  ])
  return Object.fromEntries(lists) as Record<Plain, string[]> & Record<Json, unknown[]>
}
