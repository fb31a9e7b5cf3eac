/** Reveals the server seed of the player's own round, and commits to another for the next rounds. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { revealSeed as contract } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findFairRound } from './internal/fair-round.ts'

type Reveal = typeof contract

export async function revealSeed(
  ctx: PlayerCtx,
  { id }: VerbInput<Reveal>,
): Promise<Result<ReplyOf<Reveal>, RefusalOf<Reveal>>> {
  const found = await findFairRound(ctx, id)
  if (!found?.round.isOwn) return refuse('roundNotFound')
  const revealed = await found.fairness.revealSeed(ctx, { playerId: ctx.caller.player.id, roundId: id })
  if (!revealed.ok) return revealed
  const after = await findFairRound(ctx, id)
  return after ? ok(after.round) : refuse('roundNotFound')
}
