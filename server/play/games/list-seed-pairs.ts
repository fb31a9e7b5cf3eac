import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type { listSeedPairs as contract, SeedPair } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'

/** The player checks with them that no pair was left out: their numbers have no gap. */
export async function listSeedPairs(ctx: PlayerCtx, { game }: VerbInput<typeof contract>): Promise<Ok<SeedPair[]>> {
  const playerId = ctx.caller.player.id
  const pairs = await Promise.all(
    ctx.partners.gameStudios.map(async ({ fairness }) => (await fairness?.listPairs(ctx, { playerId, game })) ?? []),
  )
  return ok(
    pairs.flat().map((pair) => ({
      ...pair,
      openedAt: pair.openedAt.toISOString(),
      revealedAt: pair.revealedAt?.toISOString() ?? null,
    })),
  )
}
