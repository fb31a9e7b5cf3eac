/** A shorter interval applies to the check that is coming, a longer one after it, so that none is put off. */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/reality-checks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { policyOf } from '../../identity/index.ts'
import { announceRealityCheck } from './announce-reality-check.ts'
import { choicesOf, isDue, lockRow, playOf, present } from './internal/reality-check.ts'

type Endpoint = typeof contract.setRealityCheckInterval

export async function setRealityCheckInterval(
  ctx: PlayerCtx,
  { intervalMinutes }: VerbInput<Endpoint>,
): Promise<Result<contract.RealityCheck, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  if (!choicesOf(policy).includes(intervalMinutes))
    return refuse('fieldsInvalid', { fields: { intervalMinutes: [playerTexts(ctx).notice('optionNotOffered')] } })
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const row = await lockRow(tx, ctx, playerId)
    const play = playOf(row, now)
    const savedMs = (row.interval_minutes - intervalMinutes) * 60_000
    const isSooner = play !== null && !isDue(play, now) && savedMs > 0
    const changed = await tx
      .updateTable('games.reality_checks')
      .set({
        interval_minutes: intervalMinutes,
        ...(isSooner && { due_at: new Date(play.due_at.getTime() - savedMs) }),
      })
      .where('player_id', '=', playerId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.interval_minutes !== intervalMinutes) {
      await audit(tx, ctx, {
        action: 'reality-check-changed',
        playerId,
        sessionId,
        detail: { from: row.interval_minutes, to: intervalMinutes },
      })
      await announceRealityCheck(tx, playerId, now)
    }
    return ok(await present(tx, ctx, { playerId, row: changed }))
  })
}
