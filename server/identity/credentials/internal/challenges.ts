/** WebAuthn challenges: stored here, bound to a purpose and a player, deleted at first use. */
import { deleteExpired } from '../../../kernel/db/delete-expired.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'

export type ChallengeOf = { purpose: 'registration' | 'step-up' | 'sign-in'; playerId: string | null }
const goodForMs = 5 * 60_000

export async function storeChallenge(
  { db, clock }: KernelDeps,
  challenge: string,
  { purpose, playerId }: ChallengeOf,
): Promise<void> {
  const now = clock.now()
  await deleteExpired(db.kysely, { table: 'credentials.challenges', keys: 'challenge', expiry: 'expires_at' }, now)
  await db.kysely
    .insertInto('credentials.challenges')
    .values({ challenge, purpose, player_id: playerId, expires_at: new Date(now.getTime() + goodForMs) })
    .execute()
}

/** Deletes a player's challenges, so that a ceremony begun before a change of the password cannot be completed. */
export async function endChallenges(tx: Tx, playerId: string): Promise<void> {
  await tx.deleteFrom('credentials.challenges').where('player_id', '=', playerId).execute()
}

/**
 * Consumes a challenge and returns when it was created; null if it is unknown, used, expired, or of another purpose or
 * player.
 */
export async function takeChallenge(
  { db, clock }: KernelDeps,
  challenge: string,
  { purpose, playerId }: ChallengeOf,
): Promise<Date | null> {
  const consumed = await db.kysely
    .deleteFrom('credentials.challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('player_id', 'is not distinct from', playerId)
    .where('expires_at', '>', clock.now())
    .returning('expires_at')
    .executeTakeFirst()
  return consumed ? new Date(consumed.expires_at.getTime() - goodForMs) : null
}
