import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'

type Endpoint = typeof contract.removePasskey

/** Removes one of the player's own passkeys; another player's is not found. */
export async function removePasskey(
  ctx: PlayerCtx,
  { id }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const removed = await ctx.db.transaction(async (tx) => {
    await lockOpenSession(tx, ctx)
    const row = await tx
      .deleteFrom('credentials.passkeys')
      .where('id', '=', id)
      .where('player_id', '=', playerId)
      .returning('id')
      .executeTakeFirst()
    if (row) await audit(tx, ctx, { action: 'passkey-removed', playerId, sessionId, detail: { passkey: id } })
    return row
  })
  return removed ? ok() : refuse('passkeyNotFound')
}
