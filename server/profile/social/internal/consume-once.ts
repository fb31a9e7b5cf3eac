/** Accepts each response of a provider only once across processes. */
import { createHash } from 'node:crypto'
import { deleteExpired } from '../../../kernel/db/delete-expired.ts'
import type { KernelDeps } from '../../../deps.ts'

/**
 * True for exactly one of several concurrent callers with the same response. `expiresAt` is when the response expires
 * by itself.
 */
export async function consumeOnce({ db, clock }: KernelDeps, proof: string, expiresAt: Date): Promise<boolean> {
  await deleteExpired(
    db.kysely,
    { table: 'identity.social_used', keys: 'proof_hash', expiry: 'expires_at' },
    clock.now(),
  )
  const used = await db.kysely
    .insertInto('identity.social_used')
    .values({ proof_hash: createHash('sha256').update(proof).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return used !== undefined
}
