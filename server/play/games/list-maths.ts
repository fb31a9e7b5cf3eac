import { ok, type Ok } from '#contract/endpoint.ts'
import type { MathsVersion } from '#contract/published-fairness.ts'
import type { Ctx } from '../../deps.ts'

/** Of every studio whose rounds can be recalculated. */
export async function listMaths(ctx: Ctx): Promise<Ok<MathsVersion[]>> {
  return ok(ctx.partners.gameStudios.flatMap(({ fairness }) => fairness?.listMaths() ?? []))
}
