import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { forgetAttempt, mayAttempt } from '../../kernel/attempts.ts'
import { lockWallets } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { stepOf } from './internal/authenticator.ts'
import { lockStatus } from '../players/lock-status.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp, voidOtherStepUps } from '../sessions/step-up.ts'
import { makeRecoveryCodes } from './internal/recovery-codes.ts'
import { unsealTotp } from './internal/sealed.ts'

type Endpoint = typeof contract.confirmTotp

/** A confirmation whose answer was lost can be repeated for as long as the proof before it is valid. */
const repeatMs = 10 * 60_000

/**
 * The first code enables the authenticator and is consumed by it; the recovery codes are returned only here. Proofs of
 * other sessions end: they were made without it. Repeated by a session with a step-up, with that code or a later one, it
 * returns the same codes: without them, a player who saw no confirmation, and removes the app's entry again, could not
 * sign in any more.
 */
export async function confirmTotp(
  ctx: PlayerCtx,
  { code }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const counted = [{ key: `totp-confirm:player:${playerId}`, limit: { max: 20, windowSeconds: 900 } }]
  if (!(await mayAttempt(ctx, counted)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const now = ctx.clock.now()
  const mayRepeat = await hasSteppedUp(ctx)
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    await lockOpenSession(tx, ctx)
    const begun = await tx
      .selectFrom('credentials.totps')
      .select(['secret', 'enabled_at', 'last_step'])
      .where('player_id', '=', playerId)
      .where((eb) =>
        mayRepeat
          ? eb.or([eb('enabled_at', 'is', null), eb('enabled_at', '>', new Date(now.getTime() - repeatMs))])
          : eb('enabled_at', 'is', null),
      )
      .forUpdate()
      .executeTakeFirst()
    const secret = begun && unsealTotp(ctx.settings, playerId, begun.secret)
    const step = secret && stepOf(secret, code, now)
    if (!step || (begun.enabled_at && step < (begun.last_step ?? 0n))) return null
    await tx
      .updateTable('credentials.totps')
      .set({ enabled_at: begun.enabled_at ?? now, last_step: BigInt(step) })
      .where('player_id', '=', playerId)
      .execute()
    if (!begun.enabled_at) await voidOtherStepUps(tx, ctx)
    await audit(tx, ctx, { action: 'totp-enabled', playerId, sessionId })
    return makeRecoveryCodes(tx, ctx, playerId, secret)
  })
  if (!recoveryCodes) return refuse('codeWrong', { fields: { code: [playerTexts(ctx).notice('factorWrong')] } })
  await forgetAttempt(ctx, counted)
  return ok({ recoveryCodes })
}
