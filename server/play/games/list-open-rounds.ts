/** Where the player can continue a round, the newest first. Rounds of games that left the catalogue end without being opened. */
import { ok, type Result } from '#contract/endpoint.ts'
import type { OpenRound } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findOpenRounds } from '../../ledger/index.ts'
import { findGame } from './internal/catalogue.ts'

export async function listOpenRounds(ctx: PlayerCtx): Promise<Result<OpenRound[]>> {
  const open = await findOpenRounds(ctx.db.kysely, ctx.caller.player.id)
  return ok(
    open
      .filter((round) => findGame(ctx, round.game_id) !== undefined)
      .map((round) => ({ gameId: round.game_id, currency: round.currency })),
  )
}
