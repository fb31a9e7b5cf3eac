import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.ts'

type Endpoint = typeof contract.removeTotp

export async function removeTotp(ctx: PlayerCtx): Promise<Result<void, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Endpoint>>> => {
    await lockOpenSession(tx, ctx)
    // Checked under the lock: another session that adds the authenticator at this moment invalidates earlier step-ups.
    if (!(await hasSteppedUp(ctx, tx))) return refuse('stepUpRequired')
    const row = await tx
      .deleteFrom('credentials.totps')
      .where('player_id', '=', playerId)
      .where('enabled_at', 'is not', null)
      .returning('player_id')
      .executeTakeFirst()
    if (!row) return refuse('notEnabled')
    await forgetRecoveryCodes(tx, playerId)
    await audit(tx, ctx, { action: 'totp-removed', playerId, sessionId })
    return ok()
  })
}
