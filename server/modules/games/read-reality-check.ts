import { ok, type Ok } from '#contract/endpoint.ts'
import type { RealityCheck } from '#contract/reality-checks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { present, readRow } from './internal/reality-check.ts'

export async function readRealityCheck(ctx: PlayerCtx): Promise<Ok<RealityCheck>> {
  const { kysely } = ctx.db
  return ok(await present(kysely, await readRow(kysely, ctx.caller.player.id), ctx.clock.now()))
}
