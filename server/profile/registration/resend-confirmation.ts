/** Sends the confirmation link again; earlier ones stay valid. */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { mayAttempt, perHour, perDay } from '../../kernel/attempts.ts'
import { lockOpenSession, readPlayer, sendEmailConfirmation } from '../../identity/index.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.resendConfirmation

const attempts = (playerId: string) => [
  { key: `confirmation:player-hour:${playerId}`, limit: perHour(4) },
  { key: `confirmation:player-day:${playerId}`, limit: perDay(8) },
]

export async function resendConfirmation(ctx: PlayerCtx): Promise<Result<void, RefusalOf<Endpoint>>> {
  const { id, email, email_confirmed_at } = await readPlayer(ctx.db.kysely, ctx.caller.player.id)
  if (!email || email_confirmed_at) return refuse('alreadyConfirmed')
  if (!(await mayAttempt(ctx, attempts(id))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Endpoint>>> => {
    await lockOpenSession(tx, ctx)
    // The address may have been changed or confirmed since the call began.
    const player = await readPlayer(tx, id)
    if (!player.email || player.email_confirmed_at) return refuse('alreadyConfirmed')
    await sendEmailConfirmation(tx, ctx, { id, email: player.email, locale: player.locale })
    return ok()
  })
}
