import { sql } from 'kysely'
import { ok, type Result } from '#contract/endpoint.ts'
import type { Winner } from '#contract/games.ts'
import { leastListedMultiple } from '#contract/listed-wins.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx } from '../../deps.ts'
import { withPublicNames } from './internal/live-bets.ts'
import { verifyUrlOf } from '../../partners/game-studio/verify-url.ts'
import { presentEach, presentGameOfRound } from './internal/rounds.ts'

const shown = 20
const highestWire = BigInt(Number.MAX_SAFE_INTEGER)

/** The latest wins of a multiple of their stake, real money only, with the names that their players allow. */
export async function listWinners(ctx: Ctx): Promise<Result<Winner[]>> {
  const rows = await ctx.db.kysely
    .selectFrom('games.winners')
    .selectAll()
    .where('won', '<=', highestWire)
    .where((row) => row('won', '>=', sql<bigint>`stake * ${leastListedMultiple}`))
    .orderBy('at', 'desc')
    .limit(shown)
    .execute()
  return ok(
    presentEach(ctx, await withPublicNames(ctx.db.kysely, rows), (_ctx, row) => ({
      id: `${row.studio}:${row.round_id}`,
      game: presentGameOfRound(ctx, row),
      nickname: row.nickname,
      currency: row.currency,
      stake: toWire(row.stake),
      win: toWire(row.won),
      at: row.at.toISOString(),
      verifyUrl: verifyUrlOf(ctx, row.studio, row.round_id),
    })),
  )
}
