/** Gives a guest's browser a token for the chat. */
import type * as contract from '#contract/chat.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { mayPass, refuseCrowded } from '../kernel/crowd.ts'
import { issueGuestToken } from './internal/guest-token.ts'
import { guestAttempts } from './internal/visitor.ts'

type Endpoint = typeof contract.startGuestChat

export async function startGuestChat(ctx: Ctx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!ctx.settings.chat.isBuiltIn || !ctx.settings.chat.hasGuests) return refuse('chatOff')
  if (!(await mayPass(ctx, guestAttempts(ctx.caller.ip)))) return refuseCrowded(ctx)
  return ok({ token: issueGuestToken(ctx) })
}
