import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { newPasskey, readAttestation } from './ceremony.ts'
import { takeChallenge } from './internal/challenges.ts'
import { siteParty, toPasskey } from './internal/passkeys.ts'

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
        ...credential,
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

/** Null if the response does not answer a challenge of this player. */
async function credentialOf(ctx: PlayerCtx, response: unknown) {
  const read = readAttestation(response)
  const { id: playerId } = ctx.caller.player
  if (!read || !(await takeChallenge(ctx, read.challenge, { purpose: 'registration', playerId }))) return null
  return newPasskey(siteParty(ctx), read)
}
