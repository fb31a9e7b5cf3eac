import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { presentProfile } from './internal/present-profile.ts'
import { readPlayer, takeNewlyRegistered } from '../identity/index.ts'

/** `isNewlyRegistered` is true only in the first response, so that of several concurrent tabs one greets the player. */
export async function readProfile(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readProfile>>> {
  const { id, sessionId } = ctx.caller.player
  const player = await readPlayer(ctx.db.kysely, id)
  const isNew = player.is_newly_registered && (await takeNewlyRegistered(ctx.db.kysely, id))
  const shown = { ...player, is_newly_registered: isNew }
  return ok(await presentProfile(ctx.db.kysely, shown, { sessionId, now: ctx.clock.now() }))
}
