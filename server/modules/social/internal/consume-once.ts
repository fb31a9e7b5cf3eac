/** Ensures that a response is accepted only once across processes. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'

/**
 * True for exactly one of several concurrent callers with the same response. `expiresAt` is when the response expires
 * by itself.
 */
export async function consumeOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  proof: string,
  expiresAt: Date,
): Promise<boolean> {
  await sweep(db, clock.now())
  const used = await db.kysely
    .insertInto('identity.social_used')
    .values({ proof_hash: createHash('sha256').update(proof).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return used !== undefined
}

/** Every call deletes a few expired entries, so the table size is bounded by the last minutes' activity. */
async function sweep(db: Deps['db'], now: Date): Promise<void> {
  await sql`
    DELETE FROM identity.social_used WHERE proof_hash IN (
      SELECT proof_hash FROM identity.social_used WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(
    db.kysely,
  )
}
