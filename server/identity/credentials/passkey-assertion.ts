/** Verifies a WebAuthn assertion: the challenge is ours and unused, the passkey a player's, the user verified. */
import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { Assertion, challengeOf, relyingParty, webauthn } from './internal/ceremony.ts'
import { wasDone } from '../players/was-done.ts'
import { type ChallengeOf, takeChallenge } from './internal/challenges.ts'

type PasskeyRow = Selectable<Tables['credentials.passkeys']>
type Proven = { playerId: string; passkeyId: string; challengedAt: Date }

/** The player whose passkey signed; null for anything but a fresh, valid signature. */
export async function takeAssertion(
  ctx: Ctx,
  answer: unknown,
  of: ChallengeOf & { purpose: 'step-up' | 'sign-in' },
): Promise<Proven | null> {
  const { data: assertion } = Assertion.safeParse(answer)
  const challenge = assertion && challengeOf(assertion.response.clientDataJSON)
  const challengedAt = challenge ? await takeChallenge(ctx, challenge, of) : null
  if (!challenge || !challengedAt) return null
  const passkey = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .selectAll()
    .where('credential_id', '=', assertion.id)
    .executeTakeFirst()
  if (!passkey || (of.playerId && passkey.player_id !== of.playerId)) return null
  const counter = await counterOf(ctx, assertion, challenge, passkey)
  if (counter === null || !(await noteUse(ctx, passkey, counter))) return null
  return { playerId: passkey.player_id, passkeyId: passkey.id, challengedAt }
}

/**
 * Whether the passkey was not removed since, nor the password set since the challenge was made: whoever signed it may be
 * whom the new password shuts out. The challenge of a sign-in names no player, so a new password cannot delete it. The
 * caller has locked the player.
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
async function noteUse({ db, clock }: Ctx, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const noted = await db.kysely
    .updateTable('credentials.passkeys')
    .set({ counter: BigInt(newCounter), last_used_at: clock.now() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
