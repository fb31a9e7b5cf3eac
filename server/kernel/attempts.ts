/** Limits on attempts, counted in the database so that they survive a restart and apply across processes. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { deleteExpired } from './db/delete-expired.ts'
import type { Tables } from './db/tables.ts'
import type { KernelDeps } from '../deps.ts'
import { addressOf, prefixOf } from './http/address-block.ts'

/** A window begins with its first attempt. */
export type Limit = { max: number; windowSeconds: number }
export const perMinute = (max: number): Limit => ({ max, windowSeconds: 60 })
export const perQuarterHour = (max: number): Limit => ({ max, windowSeconds: 900 })
export const perHour = (max: number): Limit => ({ max, windowSeconds: 3600 })
export const perDay = (max: number): Limit => ({ max, windowSeconds: 86_400 })
/** `isShared`: others count under the same key, for example users of one address. */
export type Counted = { key: string; limit: Limit; isShared?: boolean }

const registrationLimits = {
  address: perHour(30),
  /** A provider's address block: one household does not own 60 addresses. */
  block: perHour(120),
  /** How often one address may learn that an e-mail address is registered. */
  taken: perHour(10),
}

/** The counters of a registration: its address and the block of addresses. */
export function registrationAttempt(ip: string): Counted[] {
  return [
    { key: `register:address:${addressOf(ip)}`, limit: registrationLimits.address },
    { key: `register:block:${prefixOf(ip)}`, limit: registrationLimits.block },
  ]
}
const signInLimits = {
  address: perQuarterHour(20),
  /** A provider's address block, for attackers with many addresses. */
  block: perQuarterHour(60),
}

/** The counters of a sign-in with a password, apart from that of its account. */
export function signInAttempt(ip: string): Counted[] {
  return [
    { key: `sign-in:address:${addressOf(ip)}`, limit: signInLimits.address, isShared: true },
    { key: `sign-in:prefix:${prefixOf(ip)}`, limit: signInLimits.block, isShared: true },
  ]
}
export function takenEmailAttempt(ip: string): Counted[] {
  return [{ key: `register:taken:${addressOf(ip)}`, limit: registrationLimits.taken }]
}

/**
 * Counts one attempt under every key, atomically and in key order. Null if all are within their limits; otherwise the
 * time at which the last exceeded window ends.
 */
export async function countAttempt(db: Kysely<Tables>, now: Date, counted: Counted[]): Promise<Date | null> {
  await deleteExpired(db, { table: 'identity.attempts', keys: 'key', expiry: 'resets_at' }, now)
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

/** Like `countAttempt`: true if all are within the limits. */
export async function mayAttempt({ db, clock }: KernelDeps, counted: Counted[]): Promise<boolean> {
  return (await countAttempt(db.kysely, clock.now(), counted)) === null
}

/** The highest ratio of a counter to its limit, which is 1 at the limit. Counts nothing. */
export async function fullnessOf(db: Kysely<Tables>, now: Date, counted: Counted[]): Promise<number> {
  const counts = await countsOf(db, now, counted)
  return Math.max(0, ...counted.map(({ limit }, index) => counts[index]! / limit.max))
}

/** The counts in the current windows, in the order of the counters. */
export async function countsOf(db: Kysely<Tables>, now: Date, counted: Counted[]): Promise<number[]> {
  const rows = await db
    .selectFrom('identity.attempts')
    .select(['key', 'count'])
    .where(
      'key',
      'in',
      counted.map(({ key }) => key),
    )
    .where('resets_at', '>', now)
    .execute()
  return counted.map(({ key }) => rows.find((row) => row.key === key)?.count ?? 0)
}

/** When the window of an exhausted counter ends; null if it is not exhausted. Counts nothing. */
export async function limitedUntil(db: Kysely<Tables>, now: Date, { key, limit }: Counted): Promise<Date | null> {
  const row = await db
    .selectFrom('identity.attempts')
    .select('resets_at')
    .where('key', '=', key)
    .where('count', '>=', limit.max)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row?.resets_at ?? null
}

/** Undoes the count of a successful attempt: an unshared counter is reset, a shared one is reduced by one. */
export async function forgetAttempt({ db }: KernelDeps, counted: Counted[]): Promise<void> {
  const own = counted.filter(({ isShared }) => !isShared).map(({ key }) => key)
  // Rows are locked in key order, as in counting, so that the two cannot deadlock.
  await sql`
    UPDATE identity.attempts SET count = CASE WHEN key = ANY(${own}) THEN 0 ELSE greatest(count - 1, 0) END
    WHERE key IN (SELECT key FROM identity.attempts WHERE key = ANY(${counted.map(({ key }) => key)}) ORDER BY key FOR UPDATE)`.execute(
    db.kysely,
  )
}

/** Keys are hashed, so that the table does not reveal the addresses that tried to sign in. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
