/** All personal data of the player in one document, as data protection law requires. */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx } from '../deps.ts'
import { mayAttempt, perHour } from '../kernel/attempts.ts'
import { audit } from '../kernel/audit.ts'
import { plain } from '../kernel/player-lifecycle.ts'
import { hasSteppedUp, lockOpenSession } from '../identity/index.ts'
import { playerTexts } from '../kernel/player-texts.ts'

type Endpoint = typeof contract.exportProfile

export async function exportProfile(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const attempts = [{ key: `export:player:${playerId}`, limit: perHour(5) }]
  if (!(await mayAttempt(ctx, attempts)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  // The session may have ended since the call was authenticated, by a closure or by the owner of a stolen session.
  await ctx.db.transaction(async (tx) => {
    await lockOpenSession(tx, ctx)
    await audit(tx, ctx, { action: 'profile-exported', playerId, sessionId })
  })
  return ok(await readSections(ctx, playerId))
}

/** Sections are read one after another, so that an export does not take several connections from other callers. */
export async function readSections(ctx: Ctx, playerId: string): Promise<ReplyOf<Endpoint>> {
  const sections: Record<string, unknown> = {}
  for (const { sections: own } of ctx.lifecycles) {
    for (const [name, read] of Object.entries(own)) sections[name] = plain(await read(ctx, playerId))
  }
  return { exportedAt: ctx.clock.now().toISOString(), sections }
}
