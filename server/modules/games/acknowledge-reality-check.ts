/** Acknowledges a reality check: stakes are accepted again, and the next interval begins. */
import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/reality-checks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../platform/audit.ts'
import { announceRealityCheck } from './internal/announce-reality-check.ts'
import { isDue, lockRow, playOf, present } from './internal/reality-check.ts'

export async function acknowledgeRealityCheck(
  ctx: PlayerCtx,
  { dueAt }: VerbInput<typeof contract.acknowledgeRealityCheck>,
): Promise<Ok<contract.RealityCheck>> {
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const row = await lockRow(tx, playerId)
    const play = playOf(row, now)
    // A second tab that still shows an earlier check acknowledges nothing.
    if (!play || !isDue(play, now) || play.due_at.getTime() !== Date.parse(dueAt))
      return ok(await present(tx, row, now))
    const acknowledged = await present(tx, row, now)
    const next = await tx
      .updateTable('games.reality_checks')
      .set({ due_at: new Date(now.getTime() + row.interval_minutes * 60_000) })
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
    return ok(await present(tx, next, now))
  })
}
