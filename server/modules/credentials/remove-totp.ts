import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../platform/audit.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.ts'

type Endpoint = typeof contract.removeTotp

export async function removeTotp(ctx: PlayerCtx): Promise<Result<void, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const removed = await ctx.db.transaction(async (tx) => {
    await lockOpenSession(tx, ctx)
    const row = await tx
      .deleteFrom('credentials.totps')
      .where('player_id', '=', playerId)
      .where('enabled_at', 'is not', null)
      .returning('player_id')
      .executeTakeFirst()
    if (!row) return false
    await forgetRecoveryCodes(tx, playerId)
    await audit(tx, ctx, { action: 'totp-removed', playerId, sessionId })
    return true
  })
  return removed ? ok() : refuse('notEnabled')
}
