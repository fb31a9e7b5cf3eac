/** Ends a round of an outside studio without a win, after the studio has closed it. */
import { type Result, ok, refuse } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps } from '../../deps.ts'
import { movementOf } from './internal/studio-call.ts'

/** No transaction of a studio begins like this. */
export const ownTransactionPrefix = 'fairhouse:'

export type ClosingRound = { studio: string; roundId: string; gameId: string; playerId: string; currency: string }

/** Refused for a round that has ended by itself. */
export async function closeRound(ctx: Ctx, { playerId, ...round }: ClosingRound): Promise<Result<void, 'isOver'>> {
  const call = { ...round, token: '', transactionId: `${ownTransactionPrefix}closed:${round.roundId}` }
  const launch = { playerId, sessionId: '', currency: round.currency }
  const posted = await ctx.ledger.post(movementOf(ctx, call, launch, { kind: 'win', amount: 0, isFinished: true }))
  return posted.ok ? ok() : refuse('isOver')
}

export async function isRoundOpen(ctx: KernelDeps, studio: string, roundId: string): Promise<boolean> {
  const round = await ctx.db.kysely
    .selectFrom('games.rounds')
    .select('status')
    .where('id', '=', roundId)
    .where('studio', '=', studio)
    .executeTakeFirst()
  return round?.status === 'open'
}

/** The game of a player's round, if it is open. */
export async function findOpenRound(
  ctx: KernelDeps,
  { studio, roundId, playerId, currency }: Omit<ClosingRound, 'gameId'>,
): Promise<string | null> {
  const round = await ctx.db.kysely
    .selectFrom('games.rounds')
    .select('game_id')
    .where('id', '=', roundId)
    .where('studio', '=', studio)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return round?.game_id ?? null
}
