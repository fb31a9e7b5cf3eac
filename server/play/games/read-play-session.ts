import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { readPlaySession as contract } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentPlaySession } from './internal/play-session.ts'

type Read = typeof contract

export async function readPlaySession(
  ctx: PlayerCtx,
  { currency }: VerbInput<Read>,
): Promise<Result<ReplyOf<Read>, RefusalOf<Read>>> {
  const session = await presentPlaySession(ctx, currency)
  return session ? ok(session) : refuse('noPlaySession')
}
