/** Limits on sign-in and registration, counted in the database so that they outlive a restart and hold across processes. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'

type Limit = { max: number; windowSeconds: number }
export type Counted = { key: string; limit: Limit }

const quarterHour = 15 * 60
const signInLimits = {
  /** Ten wrong passwords lock an account for the rest of the window, whether the account exists or not. */
  account: { max: 10, windowSeconds: quarterHour },
  address: { max: 20, windowSeconds: quarterHour },
  /** A provider's block of addresses, for attackers who own many. */
  prefix: { max: 60, windowSeconds: quarterHour },
}
const registrationLimits = {
  address: { max: 30, windowSeconds: 3600 },
  /** How often one address may learn that an e-mail is taken. */
  taken: { max: 10, windowSeconds: 3600 },
}

export function signInAttempt(login: string, ip: string): Counted[] {
  return [
    { key: `sign-in:account:${digest(login)}`, limit: signInLimits.account },
    { key: `sign-in:address:${addressOf(ip)}`, limit: signInLimits.address },
    { key: `sign-in:prefix:${prefixOf(ip)}`, limit: signInLimits.prefix },
  ]
}

export function registrationAttempt(ip: string): Counted[] {
  return [{ key: `register:address:${addressOf(ip)}`, limit: registrationLimits.address }]
}
export function takenEmailAttempt(ip: string): Counted[] {
  return [{ key: `register:taken:${addressOf(ip)}`, limit: registrationLimits.taken }]
}

/** Counts one attempt under every key, atomically and in key order. False where any of them is over its limit. */
export async function mayAttempt({ db, clock }: Pick<Deps, 'db' | 'clock'>, counted: Counted[]): Promise<boolean> {
  const now = clock.now()
  await sweep(db, now)
  const rows = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, limit }) => ({ key, max: limit.max, resets_at: new Date(now.getTime() + limit.windowSeconds * 1000) }))
  const { rows: counts } = await sql<{ key: string; count: number }>`
    INSERT INTO identity.attempts AS a (key, count, resets_at)
    SELECT key, 1, resets_at FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (key text, resets_at timestamptz)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.resets_at <= ${now} THEN 1 ELSE a.count + 1 END,
      resets_at = CASE WHEN a.resets_at <= ${now} THEN excluded.resets_at ELSE a.resets_at END
    RETURNING key, count`.execute(db.kysely)
  return counts.every(({ key, count }) => count <= rows.find((row) => row.key === key)!.max)
}

/** Gives back what a successful attempt counted: the account starts afresh, shared addresses lose one. */
export async function forgetAttempt({ db }: Pick<Deps, 'db'>, counted: Counted[]): Promise<void> {
  const keys = counted.map(({ key }) => key).toSorted()
  await sql`
    UPDATE identity.attempts SET count = CASE WHEN key LIKE 'sign-in:account:%' THEN 0 ELSE greatest(count - 1, 0) END
    WHERE key = ANY(${keys})`.execute(db.kysely)
}

/** Every attempt takes a few counters away whose window is over, so the table stays as small as the last hour was busy. */
async function sweep(db: Deps['db'], now: Date): Promise<void> {
  await sql`
    DELETE FROM identity.attempts WHERE key IN (
      SELECT key FROM identity.attempts WHERE resets_at <= ${now} ORDER BY resets_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(db.kysely)
}

/** Keys hold no addresses in clear: the table is not a list of who tried to sign in. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
