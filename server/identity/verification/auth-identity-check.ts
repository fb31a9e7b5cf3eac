/** Starts the provider's check for a player: returns a short-lived access token for the provider's page. */
import type * as contract from '#contract/verification.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { mayAttempt, perHour } from '../../kernel/attempts.ts'
import { audit } from '../../kernel/audit.ts'
import { readPlayer } from '../players/players.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { firstPollMs } from './poll-identity-checks.ts'

type Endpoint = typeof contract.authIdentityCheck

/** The provider's page requests a new token whenever the previous one expires, and each costs a call. */
const attempts = (playerId: string) => [{ key: `identity-check:player:${playerId}`, limit: perHour(30) }]

export async function authIdentityCheck(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { identityCheck } = ctx.partners
  if (!identityCheck) return refuse('identityCheckOff')
  const playerId = ctx.caller.player.id
  if (!(await mayAttempt(ctx, attempts(playerId))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const { email, phone } = await readPlayer(ctx.db.kysely, playerId)
  const opened = await identityCheck.openToken({ playerId, email, phone })
  if (!opened.ok) {
    if (opened.refusal === 'refused')
      ctx.log.error({ partner: identityCheck.name }, 'the identity check provider rejects the configured keys or level')
    return refuse('providerUnavailable')
  }
  await recordBeginning(ctx, identityCheck.name)
  return ok({
    token: opened.value.token,
    scriptUrl: identityCheck.scriptUrl,
    expiresAt: opened.value.expiresAt.toISOString(),
  })
}

/** Records the beginning of a check, from which on it is also polled, in case a webhook is lost. */
async function recordBeginning(ctx: PlayerCtx, partner: string): Promise<void> {
  const { id: playerId, sessionId } = ctx.caller.player
  const now = ctx.clock.now()
  const nextLookAt = new Date(now.getTime() + firstPollMs)
  await ctx.db.transaction(async (tx) => {
    // The session may have ended while the provider answered.
    await lockOpenSession(tx, ctx)
    const inserted = await tx
      .insertInto('verification.checks')
      .values({ player_id: playerId, partner, begun_at: now, updated_at: now, next_look_at: nextLookAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('player_id')
      .executeTakeFirst()
    if (inserted) return audit(tx, ctx, { action: 'identity-check-begun', playerId, sessionId, detail: { partner } })
    await tx
      .updateTable('verification.checks')
      .set({ next_look_at: nextLookAt })
      .where('player_id', '=', playerId)
      .where('status', 'not in', ['approved', 'rejected'])
      .execute()
  })
}
