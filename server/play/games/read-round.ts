/** One round with its seeds, so that anyone who has its address can recalculate it. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { readRound as contract } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { findFairRound } from './internal/fair-round.ts'

type Read = typeof contract

export async function readRound(ctx: Ctx, { id }: VerbInput<Read>): Promise<Result<ReplyOf<Read>, RefusalOf<Read>>> {
  const found = await findFairRound(ctx, id)
  return found ? ok(found.round) : refuse('roundNotFound')
}
