import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { profileOf, readPlayer } from '../players/players.ts'

export async function readProfile(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readProfile>>> {
  const { id, sessionId } = ctx.caller.player
  return ok(await profileOf(ctx.db.kysely, await readPlayer(ctx.db.kysely, id), sessionId))
}
