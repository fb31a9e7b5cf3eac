/** Challenges of passkeys: in the database, so that any process can take the answer, and deleted at first use. */
import type { KernelDeps } from '../deps.ts'
import { deleteExpired } from '../kernel/db/delete-expired.ts'
import { digestOf } from './tokens.ts'

/** `token` is the session's cookie, the invitation's token or that of the attempt to sign in. */
export type ChallengeFor = { purpose: 'registration' | 'step-up' | 'sign-in' | 'enrolment'; token: string }

const goodForMs = 5 * 60_000

export async function storeChallenge(
  { db, clock }: KernelDeps,
  challenge: string,
  { purpose, token }: ChallengeFor,
): Promise<void> {
  const now = clock.now()
  await deleteExpired(db.kysely, { table: 'operators.challenges', keys: 'challenge', expiry: 'expires_at' }, now)
  await db.kysely
    .insertInto('operators.challenges')
    .values({ challenge, purpose, token_hash: digestOf(token), expires_at: new Date(now.getTime() + goodForMs) })
    .execute()
}

/** Uses up the challenge; false if it is unknown, used, expired, or for another purpose or token. */
export async function takeChallenge(
  { db, clock }: KernelDeps,
  challenge: string,
  { purpose, token }: ChallengeFor,
): Promise<boolean> {
  const taken = await db.kysely
    .deleteFrom('operators.challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('token_hash', '=', digestOf(token))
    .where('expires_at', '>', clock.now())
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}
