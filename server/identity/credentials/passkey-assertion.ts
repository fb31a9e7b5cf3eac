/** Verifies a WebAuthn assertion: an unused challenge of this site, a player's passkey, and a verified user. */
import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { Assertion, challengeOf, relyingParty, webauthn } from './internal/ceremony.ts'
import { wasDone } from '../players/was-done.ts'
import { type ChallengeOf, takeChallenge } from './internal/challenges.ts'

type PasskeyRow = Selectable<Tables['credentials.passkeys']>
type Proven = { playerId: string; passkeyId: string; challengedAt: Date }

/** The player whose passkey signed the challenge; null if the signature is invalid or the challenge was used. */
export async function takeAssertion(
  ctx: Ctx,
  answer: unknown,
  expected: ChallengeOf & { purpose: 'step-up' | 'sign-in' },
): Promise<Proven | null> {
  const { data: assertion } = Assertion.safeParse(answer)
  const challenge = assertion && challengeOf(assertion.response.clientDataJSON)
  const challengedAt = challenge ? await takeChallenge(ctx, challenge, expected) : null
  if (!challenge || !challengedAt) return null
  const passkey = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .selectAll()
    .where('credential_id', '=', assertion.id)
    .executeTakeFirst()
  if (!passkey || (expected.playerId && passkey.player_id !== expected.playerId)) return null
  const counter = await counterOf(ctx, assertion, challenge, passkey)
  if (counter === null || !(await recordUse(ctx, passkey, counter))) return null
  return { playerId: passkey.player_id, passkeyId: passkey.id, challengedAt }
}

/**
 * Whether the passkey still exists and the password has not been set since the challenge was created: the signer may be
 * the person whom the new password is meant to exclude. The challenge of a sign-in belongs to no player, so a change of
 * the password cannot delete it. The caller has locked the player.
 */
export async function isCurrent(tx: Tx, { playerId, passkeyId, challengedAt: since }: Proven): Promise<boolean> {
  if (await wasDone(tx, { action: 'password-reset', playerId, since })) return false
  if (await wasDone(tx, { action: 'password-changed', playerId, since })) return false
  const row = await tx.selectFrom('credentials.passkeys').select('id').where('id', '=', passkeyId).executeTakeFirst()
  return row !== undefined
}

/**
 * The authenticator's counter after this signature; null if the signature is invalid or the counter decreased, as with
 * a cloned key.
 */
async function counterOf(
  ctx: Ctx,
  { response: { userHandle, ...response }, ...assertion }: Assertion,
  challenge: string,
  passkey: PasskeyRow,
): Promise<number | null> {
  const { id, origin } = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response: { ...assertion, response: { ...response, ...(userHandle ? { userHandle } : {}) } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: Number(passkey.counter),
      transports: [],
    },
  }).catch((error: Error) => {
    // The library throws for every invalid signature; none of its errors is an outage.
    ctx.log.info({ passkey: passkey.id, why: error.message }, 'a passkey was refused')
    return null
  })
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

/** False if a concurrent use has already increased the counter. */
async function recordUse({ db, clock }: Ctx, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const updated = await db.kysely
    .updateTable('credentials.passkeys')
    .set({ counter: BigInt(newCounter), last_used_at: clock.now() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
