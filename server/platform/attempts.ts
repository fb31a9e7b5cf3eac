/** Limits on what may be tried how often, counted in the database so that they outlive a restart and hold across processes. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { addressOf, prefixOf } from '../http/address-block.ts'

type Limit = { max: number; windowSeconds: number }
/** `isShared`: others count under the key too, as those behind one address do. */
export type Counted = { key: string; limit: Limit; isShared?: boolean }

const registrationLimits = {
  address: { max: 30, windowSeconds: 3600 },
  /** A provider's block of addresses: whoever owns 60 of them is no household. */
  block: { max: 120, windowSeconds: 3600 },
  /** How often one address may learn that an e-mail is taken. */
  taken: { max: 10, windowSeconds: 3600 },
}

export function registrationAttempt(ip: string): Counted[] {
  return [
    { key: `register:address:${addressOf(ip)}`, limit: registrationLimits.address },
    { key: `register:block:${prefixOf(ip)}`, limit: registrationLimits.block },
  ]
}
export function takenEmailAttempt(ip: string): Counted[] {
  return [{ key: `register:taken:${addressOf(ip)}`, limit: registrationLimits.taken }]
}

/**
 * Counts one attempt under every key, atomically and in key order. Null where all of them are within their limits; else the moment
 * at which the last of those that are not begins afresh.
 */
export async function countAttempt(db: Kysely<Tables>, now: Date, counted: Counted[]): Promise<Date | null> {
  await sweep(db, now)
  const rows = counted
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, limit }) => ({ key, max: limit.max, resets_at: new Date(now.getTime() + limit.windowSeconds * 1000) }))
  const { rows: counts } = await sql<{ key: string; count: number; resets_at: Date }>`
    INSERT INTO identity.attempts AS a (key, count, resets_at)
    SELECT key, 1, resets_at FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (key text, resets_at timestamptz)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.resets_at <= ${now} THEN 1 ELSE a.count + 1 END,
      resets_at = CASE WHEN a.resets_at <= ${now} THEN excluded.resets_at ELSE a.resets_at END
    RETURNING key, count, resets_at`.execute(db)
  const full = counts.filter(({ key, count }) => count > rows.find((row) => row.key === key)!.max)
  return full.length === 0 ? null : new Date(Math.max(...full.map(({ resets_at }) => resets_at.getTime())))
}

/** As `countAttempt`: true where all is within the limits. */
export async function mayAttempt({ db, clock }: Pick<Deps, 'db' | 'clock'>, counted: Counted[]): Promise<boolean> {
  return (await countAttempt(db.kysely, clock.now(), counted)) === null
}

/** When a counter that is used up begins afresh; null where it is not. Counts nothing. */
export async function fullUntil(db: Kysely<Tables>, now: Date, { key, limit }: Counted): Promise<Date | null> {
  const row = await db
    .selectFrom('identity.attempts')
    .select('resets_at')
    .where('key', '=', key)
    .where('count', '>=', limit.max)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row?.resets_at ?? null
}

/** Gives back what a successful attempt counted: a counter of one's own starts afresh, one that others share loses one. */
export async function forgetAttempt({ db }: Pick<Deps, 'db'>, counted: Counted[]): Promise<void> {
  const own = counted.filter(({ isShared }) => !isShared).map(({ key }) => key)
  // Locked in key order, as counting does, so that the two never wait for each other.
  await sql`
    UPDATE identity.attempts SET count = CASE WHEN key = ANY(${own}) THEN 0 ELSE greatest(count - 1, 0) END
    WHERE key IN (SELECT key FROM identity.attempts WHERE key = ANY(${counted.map(({ key }) => key)}) ORDER BY key FOR UPDATE)`.execute(
    db.kysely,
  )
}

/** Every attempt takes a few counters away whose window is over, so the table stays as small as the last hour was busy. */
async function sweep(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    DELETE FROM identity.attempts WHERE key IN (
      SELECT key FROM identity.attempts WHERE resets_at <= ${now} ORDER BY resets_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
}

/** Keys hold no addresses in clear: the table is not a list of who tried to sign in. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
