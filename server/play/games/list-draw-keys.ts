import { ok, type Ok } from '#contract/endpoint.ts'
import type { DrawKey } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'

/** Of every studio that commits to its seeds. */
export async function listDrawKeys(ctx: Ctx): Promise<Ok<DrawKey[]>> {
  const keys = await Promise.all(
    ctx.partners.gameStudios.map(async ({ fairness }) => (await fairness?.readKeys(ctx)) ?? []),
  )
  return ok(keys.flat().map((key) => ({ ...key, usedFrom: key.usedFrom?.toISOString() ?? null })))
}
