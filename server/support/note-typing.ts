/** A player is writing. */
import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { mayAttempt, perMinute } from '../kernel/attempts.ts'
import { announceTyping } from './internal/conversations.ts'

/** Beyond the limit nothing is announced, which nobody needs to know. */
export async function noteTyping(ctx: PlayerCtx): Promise<Result<void, RefusalOf<typeof contract.noteChatTyping>>> {
  if (!ctx.settings.chat.isBuiltIn) return refuse('chatOff')
  const playerId = ctx.caller.player.id
  const limit = perMinute(30)
  if (!(await mayAttempt(ctx, [{ key: `chat:typing:${playerId}`, limit }]))) return ok()
  await ctx.db.transaction((tx) => announceTyping(tx, playerId, { author: 'visitor', at: ctx.clock.now() }))
  return ok()
}
