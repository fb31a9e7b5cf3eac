import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Deletes a few rows whose `expiry` has passed. It is called with each new row, so that a table contains little more
 * than its valid rows. `keys` names the columns of the primary key. Rows locked by another transaction are skipped.
 */
export async function deleteExpired(
  db: Kysely<Tables>,
  { table, keys, expiry }: { table: keyof Tables; keys: string; expiry: 'expires_at' | 'resets_at' },
  now: Date,
): Promise<void> {
  const [from, names, at] = [sql.raw(table), sql.raw(keys), sql.raw(expiry)]
  await sql`
    WITH expired AS (
      SELECT ${names} FROM ${from} WHERE ${at} <= ${now} ORDER BY ${at} LIMIT 8 FOR UPDATE SKIP LOCKED)
    DELETE FROM ${from} WHERE (${names}) IN (SELECT * FROM expired)`.execute(db)
}
