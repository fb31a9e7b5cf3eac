/** The progress of a player's free spins in a game, and what they have paid: shown at their end and when the player returns to them. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { readFreeSpins as contract } from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { PlayerCtx } from '../../deps.ts'
import { latestFreeSpins } from '../../bonuses/index.ts'
import { wonInRounds } from './internal/rounds.ts'

type Read = typeof contract

export async function readFreeSpins(
  ctx: PlayerCtx,
  { id, currency, stake }: VerbInput<Read>,
): Promise<Result<ReplyOf<Read>, RefusalOf<Read>>> {
  const spins = await latestFreeSpins(ctx, {
    playerId: ctx.caller.player.id,
    gameId: id,
    currency,
    stake: BigInt(stake),
  })
  if (!spins) return refuse('noFreeSpins')
  const won = await wonInRounds(ctx.db.kysely, spins.rounds)
  return ok({ currency, stake, used: spins.used, total: spins.total, won: toWire(won), winsAs: spins.winsAs })
}
