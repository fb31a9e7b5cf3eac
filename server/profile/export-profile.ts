/** All personal data of the player in one document, as data protection law requires. */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { mayAttempt } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { plain } from '../kernel/player-lifecycle.ts'
import { hasSteppedUp, lockOpenSession } from '../identity/index.ts'
import { playerTexts } from '../kernel/player-texts.ts'

type Endpoint = typeof contract.exportProfile

export async function exportProfile(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const counted = [{ key: `export:player:${playerId}`, limit: { max: 5, windowSeconds: 3600 } }]
  if (!(await mayAttempt(ctx, counted)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  // Not for a session that has ended since, as by a closure or by the owner of a stolen one.
  await ctx.db.transaction(async (tx) => {
    await lockOpenSession(tx, ctx)
    await audit(tx, ctx, { action: 'profile-exported', playerId, sessionId })
  })
  const sections: Record<string, unknown> = {}
  // Sequential: the caller can wait, other users of the pool cannot.
  for (const { sections: own } of ctx.lifecycles) {
    for (const [name, read] of Object.entries(own)) sections[name] = plain(await read(ctx, playerId))
  }
  return ok({ exportedAt: ctx.clock.now().toISOString(), sections })
}
