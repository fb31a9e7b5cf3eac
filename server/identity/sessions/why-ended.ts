/** The message to a player about why the session of a token ended; without a special reason, only that it has ended. */
import type { Ctx } from '../../deps.ts'
import { refusalWords } from '../../reference/index.ts'
import { type Notice, playerTexts } from '../../kernel/player-texts.ts'
import { readAccessToken } from './access-token.ts'
import type { CloseReason } from './sessions.ts'

const refusals: Partial<Record<CloseReason, string>> = { blocked: 'accountBlocked', 'account-closed': 'accountClosed' }
const notices: Partial<Record<CloseReason, Notice>> = {
  'self-excluded': 'sessionEndedByExclusion',
  'password-changed': 'sessionEndedByPassword',
}
/** The reason is shown for a limited time, because someone else may use the device later. */
const reasonShownMs = 86_400_000

/** Null without a token of this site. */
export async function whyEnded(ctx: Ctx): Promise<string | null> {
  const { bearer, locale } = ctx.caller
  const claims = bearer ? await readAccessToken(ctx, bearer) : null
  if (!claims) return null
  const session = await ctx.db.kysely
    .selectFrom('identity.sessions')
    .select('close_reason')
    .where('id', '=', claims.sessionId)
    .where('player_id', '=', claims.playerId)
    .where('closed_at', '>', new Date(ctx.clock.now().getTime() - reasonShownMs))
    .executeTakeFirst()
  const reason = session?.close_reason as CloseReason
  const notice = notices[reason]
  return notice
    ? playerTexts(ctx).notice(notice)
    : refusalWords(ctx.content, locale, refusals[reason] ?? 'sessionEnded')
}
