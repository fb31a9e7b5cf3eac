import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { forgetAttempt, mayAttempt } from '../../platform/attempts.ts'
import { audit } from '../../platform/audit.ts'
import { playerTexts } from '../../platform/player-texts.ts'
import { stepOf } from './internal/authenticator.ts'
import { makeRecoveryCodes } from './internal/recovery-codes.ts'
import { unseal } from './internal/sealed.ts'

type Endpoint = typeof contract.confirmTotp

/** The first code enables the authenticator and is consumed by it; the recovery codes are returned only once. */
export async function confirmTotp(
  ctx: PlayerCtx,
  { code }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const counted = [{ key: `totp-confirm:player:${playerId}`, limit: { max: 20, windowSeconds: 900 } }]
  if (!(await mayAttempt(ctx, counted)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    const begun = await tx
      .selectFrom('credentials.totps')
      .select('secret')
      .where('player_id', '=', playerId)
      .where('enabled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    const step = begun && stepOf(unseal(ctx, playerId, begun.secret), code, ctx.clock.now())
    if (!step) return null
    await tx
      .updateTable('credentials.totps')
      .set({ enabled_at: ctx.clock.now(), last_step: BigInt(step) })
      .where('player_id', '=', playerId)
      .execute()
    await audit(tx, ctx, { action: 'totp-enabled', playerId, sessionId })
    return makeRecoveryCodes(tx, ctx, playerId)
  })
  if (!recoveryCodes) return refuse('codeWrong', { fields: { code: [playerTexts(ctx).notice('factorWrong')] } })
  await forgetAttempt(ctx, counted)
  return ok({ recoveryCodes })
}
