import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx } from '../deps.ts'
import { policyOf } from '../identity/index.ts'
import { present, currentLimits } from './internal/rows.ts'

export async function listLimits(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract.listLimits>>> {
  const { id: playerId } = ctx.caller.player
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const rows = await currentLimits(ctx.db.kysely, playerId)
  const shown = await Promise.all(rows.map((row) => present(ctx.db.kysely, row, { now: ctx.clock.now(), policy })))
  return ok(shown.filter((limit) => limit !== null))
}
