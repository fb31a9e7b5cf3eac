import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { forgetAttempt, mayAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { lockWallets } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { stepOf } from './authenticator.ts'
import { lockStatus } from '../players/lock-status.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp, voidOtherStepUps } from '../sessions/step-up.ts'
import { makeRecoveryCodes } from './internal/recovery-codes.ts'
import { unsealTotp } from './internal/sealed.ts'

type Endpoint = typeof contract.confirmTotp

/** A confirmation whose answer was lost can be repeated for as long as the step-up that precedes it is valid. */
const repeatMs = 10 * 60_000

/**
 * The first code enables the authenticator and is consumed; the recovery codes are returned only here. Step-ups of
 * other sessions become invalid, because they were made without the authenticator. A session with a step-up may repeat
 * the call with that code or a later one and gets the same recovery codes: otherwise a player who never saw the
 * confirmation, and deletes the entry in the app, could no longer sign in.
 */
export async function confirmTotp(
  ctx: PlayerCtx,
  { code }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const attempts = [{ key: `totp-confirm:player:${playerId}`, limit: perQuarterHour(20) }]
  if (!(await mayAttempt(ctx, attempts)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const now = ctx.clock.now()
  const mayRepeat = await hasSteppedUp(ctx)
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    await lockOpenSession(tx, ctx)
    const totp = await tx
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
    const secret = totp && unsealTotp(ctx.settings, playerId, totp.secret)
    const step = secret && stepOf(secret, code, now)
    if (!step || (totp.enabled_at && step < (totp.last_step ?? 0n))) return null
    await tx
      .updateTable('credentials.totps')
      .set({ enabled_at: totp.enabled_at ?? now, last_step: BigInt(step) })
      .where('player_id', '=', playerId)
      .execute()
    if (!totp.enabled_at) await voidOtherStepUps(tx, ctx)
    await audit(tx, ctx, { action: 'totp-enabled', playerId, sessionId })
    return makeRecoveryCodes(tx, ctx, playerId, secret)
  })
  if (!recoveryCodes) return refuse('codeWrong', { fields: { code: [playerTexts(ctx).notice('factorWrong')] } })
  await forgetAttempt(ctx, attempts)
  return ok({ recoveryCodes })
}
