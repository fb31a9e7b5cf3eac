import type * as contract from '#contract/credentials.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { requestOptions } from './ceremony.ts'
import { storeChallenge } from './internal/challenges.ts'
import { siteParty } from './internal/passkeys.ts'

/** Creates the challenge of a step-up, which only the player's own passkeys can answer. */
export async function challengePasskey(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.challengePasskey>>> {
  const { id: playerId } = ctx.caller.player
  const rows = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .select(['credential_id', 'transports'])
    .where('player_id', '=', playerId)
    .execute()
  const options = await requestOptions(ctx, siteParty(ctx), rows)
  await storeChallenge(ctx, options.challenge, { purpose: 'step-up', playerId })
  return ok({ ...options })
}
