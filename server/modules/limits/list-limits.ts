import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx } from '../../deps.ts'
import { present, currentLimits } from './internal/rows.ts'

export async function listLimits(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract.listLimits>>> {
  const rows = await currentLimits(ctx.db.kysely, ctx.caller.player.id)
  const shown = await Promise.all(rows.map((row) => present(ctx.db.kysely, row, ctx.clock.now())))
  return ok(shown.filter((limit) => limit !== null))
}
