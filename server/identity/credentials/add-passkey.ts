import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { Attestation, challengeOf, relyingParty, webauthn } from './internal/ceremony.ts'
import { takeChallenge } from './internal/challenges.ts'
import { toPasskey } from './internal/passkeys.ts'

type Endpoint = typeof contract.addPasskey

export async function addPasskey(
  ctx: PlayerCtx,
  { name, attestation }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const credential = await credentialOf(ctx, attestation)
  if (!credential) return refuse('attestationInvalid')
  const row = await ctx.db.transaction(async (tx) => {
    await lockOpenSession(tx, ctx)
    const inserted = await tx
      .insertInto('credentials.passkeys')
      .values({
        id: randomUUID(),
        player_id: playerId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: credential.transports.join(','),
        name: name.trim() || 'Passkey',
        created_at: ctx.clock.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted)
      await audit(tx, ctx, { action: 'passkey-added', playerId, sessionId, detail: { passkey: inserted.id } })
    return inserted
  })
  return row ? ok(toPasskey(row)) : refuse('attestationInvalid')
}

/** The new passkey; null if the response does not answer a challenge of this player. */
async function credentialOf(ctx: PlayerCtx, response: unknown) {
  const { data: attestation } = Attestation.safeParse(response)
  const challenge = attestation && challengeOf(attestation.response.clientDataJSON)
  if (!challenge || !(await takeChallenge(ctx, challenge, { purpose: 'registration', playerId: ctx.caller.player.id })))
    return null
  const { id, origin } = relyingParty(ctx)
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response: attestation,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null)
  return checked?.verified
    ? { ...checked.registrationInfo.credential, transports: attestation.response.transports }
    : null
}
