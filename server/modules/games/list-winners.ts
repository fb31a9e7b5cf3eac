import { ok, type Result } from '#contract/endpoint.ts'
import type { Winner } from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx } from '../../deps.ts'
import { presentGameOfRound } from './internal/rounds.ts'

const shown = 20

/** The latest wins above their stake, real ones only; the names were masked when they were written. */
export async function listWinners(ctx: Ctx): Promise<Result<Winner[]>> {
  const rows = await ctx.db.kysely.selectFrom('games.winners').selectAll().orderBy('at', 'desc').limit(shown).execute()
  return ok(
    rows.map((row) => ({
      id: `${row.studio}:${row.round_id}`,
      game: presentGameOfRound(ctx, row),
      nickname: row.nickname,
      currency: row.currency,
      win: toWire(row.won),
      at: row.at.toISOString(),
    })),
  )
}
