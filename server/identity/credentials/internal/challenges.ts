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

/** Whoever began with a former password does not finish with it. */
export async function endChallenges(tx: Tx, playerId: string): Promise<void> {
  await tx.deleteFrom('credentials.challenges').where('player_id', '=', playerId).execute()
}

/** When the challenge was made, for the first caller that answers one of that purpose and player in time; else null. */
export async function takeChallenge(
  { db, clock }: KernelDeps,
  challenge: string,
  { purpose, playerId }: ChallengeOf,
): Promise<Date | null> {
  const taken = await db.kysely
    .deleteFrom('credentials.challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('player_id', 'is not distinct from', playerId)
    .where('expires_at', '>', clock.now())
    .returning('expires_at')
    .executeTakeFirst()
  return taken ? new Date(taken.expires_at.getTime() - goodForMs) : null
}
