/** Acknowledges a reality check: after the policy's pause stakes are accepted again, and the next interval begins. */
import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/reality-checks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { policyOf } from '../../identity/index.ts'
import { announceRealityCheck } from './announce-reality-check.ts'
import { isDue, lockRow, playOf, present } from './internal/reality-check.ts'

export async function acknowledgeRealityCheck(
  ctx: PlayerCtx,
  { dueAt }: VerbInput<typeof contract.acknowledgeRealityCheck>,
): Promise<Ok<contract.RealityCheck>> {
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const row = await lockRow(tx, ctx, playerId)
    const play = playOf(row, now)
    // A second tab that still shows an earlier check acknowledges nothing.
    if (!play || !isDue(play, now) || play.due_at.getTime() !== Date.parse(dueAt))
      return ok(await present(tx, ctx, { playerId, row }))
    const acknowledged = await present(tx, ctx, { playerId, row })
    const { realityCheckPauseMinutes } = await policyOf(tx, ctx.settings, playerId)
    const resumesAt = new Date(now.getTime() + realityCheckPauseMinutes * 60_000)
    const next = await tx
      .updateTable('games.reality_checks')
      .set({
        due_at: new Date(resumesAt.getTime() + row.interval_minutes * 60_000),
        paused_until: realityCheckPauseMinutes > 0 ? resumesAt : null,
      })
      .where('player_id', '=', playerId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: 'reality-check-acknowledged',
      playerId,
      sessionId,
      detail: { ...acknowledged.play },
    })
    await announceRealityCheck(tx, playerId, now)
    return ok(await present(tx, ctx, { playerId, row: next }))
  })
}
