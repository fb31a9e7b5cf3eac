import type * as contract from '#contract/credentials.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { relyingParty, webauthn } from './internal/ceremony.ts'
import { storeChallenge } from './internal/challenges.ts'

/** Creates the challenge of a step-up, which only the player's own passkeys can answer. */
export async function challengePasskey(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.challengePasskey>>> {
  const { id: playerId } = ctx.caller.player
  const rows = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .select(['credential_id', 'transports'])
    .where('player_id', '=', playerId)
    .execute()
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: 'required',
    challenge: Uint8Array.from(ctx.randomBytes(32)),
    allowCredentials: rows.map(({ credential_id: id, transports }) => ({
      id,
      transports: transports.split(',').filter(Boolean),
    })),
  })
  await storeChallenge(ctx, options.challenge, { purpose: 'step-up', playerId })
  return ok({ ...options })
}
