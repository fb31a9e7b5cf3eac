import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPlayer } from '../players/players.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { creationOptions } from './ceremony.ts'
import { storeChallenge } from './internal/challenges.ts'
import { siteParty } from './internal/passkeys.ts'

type Endpoint = typeof contract.beginPasskey

export async function beginPasskey(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId } = ctx.caller.player
  const player = await readPlayer(ctx.db.kysely, playerId)
  const existing = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .select('credential_id as id')
    .where('player_id', '=', playerId)
    .execute()
  const person = { id: playerId, name: player.email ?? `+${player.phone}`, displayName: player.nickname ?? '' }
  const options = await creationOptions(
    ctx,
    siteParty(ctx),
    person,
    existing.map(({ id }) => id),
  )
  await storeChallenge(ctx, options.challenge, { purpose: 'registration', playerId })
  return ok({ ...options })
}
