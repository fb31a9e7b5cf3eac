import { ok, type Ok } from '#contract/endpoint.ts'
import type { RealityCheck } from '#contract/reality-checks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { present, readRow } from './internal/reality-check.ts'

export async function readRealityCheck(ctx: PlayerCtx): Promise<Ok<RealityCheck>> {
  const { kysely } = ctx.db
  const { id: playerId } = ctx.caller.player
  return ok(await present(kysely, ctx, { playerId, row: await readRow(kysely, playerId) }))
}
