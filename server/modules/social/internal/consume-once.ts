/** What was presented once is not taken again, by whichever process. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'

/** True for exactly one of those who present the proof together. `expiresAt` is when its age alone refuses it. */
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

/** Every use takes a few away that are over, so the table stays as small as the last minutes were busy. */
async function sweep(db: Deps['db'], now: Date): Promise<void> {
  await sql`
    DELETE FROM identity.social_used WHERE proof_hash IN (
      SELECT proof_hash FROM identity.social_used WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(
    db.kysely,
  )
}
