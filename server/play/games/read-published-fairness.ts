import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PublishedFairness } from '#contract/published-fairness.ts'
import type { Ctx } from '../../deps.ts'

/** Only the in-house studio publishes its draws; a site may be without it. */
export async function readPublishedFairness(ctx: Ctx): Promise<Result<PublishedFairness, 'versionNotFound'>> {
  const studio = ctx.partners.gameStudios.find(({ fairness }) => fairness !== null)
  return studio?.fairness ? ok(studio.fairness.readPublished()) : refuse('versionNotFound')
}
