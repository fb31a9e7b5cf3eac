import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { resetStatistics as contract } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentPlaySession, restartStatistics } from './internal/play-session.ts'

type Reset = typeof contract

/** Starts the statistics anew. Time and net result of the session stay: they protect the player. */
export async function resetStatistics(
  ctx: PlayerCtx,
  { currency }: VerbInput<Reset>,
): Promise<Result<ReplyOf<Reset>, RefusalOf<Reset>>> {
  if (!(await restartStatistics(ctx))) return refuse('noPlaySession')
  const session = await presentPlaySession(ctx, currency)
  return session ? ok(session) : refuse('noPlaySession')
}
