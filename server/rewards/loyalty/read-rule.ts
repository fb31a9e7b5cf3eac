/** What each stake earns: the rule by which the consumer counts, in the caller's language. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LoyaltyRule } from '#contract/loyalty.ts'
import type { Ctx } from '../../deps.ts'
import { baseCurrency } from '../../reference/index.ts'
import { pointsPerUnitStaked } from './internal/rule.ts'
import { readLadder } from './ladder.ts'

export async function readRule(ctx: Ctx): Promise<Result<LoyaltyRule, 'loyaltyUnavailable'>> {
  const ladder = await readLadder(ctx.db.kysely, ctx)
  if (!ladder) return refuse('loyaltyUnavailable')
  const { pointsPerUnit, countsBonusStakes, decay } = ladder.data
  return ok({
    games: ctx.partners.gameStudios
      .flatMap(({ games }) => games)
      .map((game) => {
        const { numerator, denominator } = pointsPerUnitStaked(ladder.data, game)
        return {
          id: game.slug,
          name: game.text(ctx.caller.locale).name,
          kind: game.kind,
          rtp: game.rtp,
          pointsPerHundred: Number((numerator * 10_000n) / denominator) / 100,
        }
      }),
    pointsPerUnit,
    baseCurrency,
    countsBonusStakes,
    decay,
  })
}
