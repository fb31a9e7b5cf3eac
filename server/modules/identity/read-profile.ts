import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { profileOf, readPlayer } from './internal/players.ts'

export async function readProfile(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readProfile>>> {
  return ok(profileOf(await readPlayer(ctx.db.kysely, ctx.caller.player.id)))
}
