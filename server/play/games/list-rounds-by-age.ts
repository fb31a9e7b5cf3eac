/** For operators: rounds that are not settled, the oldest first. */
import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/games.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { inUnits } from '../../reference/index.ts'
import { gameNames } from './game-names.ts'

const pageSize = 50
/** When it was opened, to the microsecond, with its id and studio. */
const Key = z.tuple([z.string(), z.string(), z.string()])

export async function listRoundsByAge(
  ctx: DeskCtx,
  { game, studio, after }: VerbInput<typeof contract.listOpenRounds>,
): Promise<Result<ReplyOf<typeof contract.listOpenRounds>>> {
  const key = readKey(after, Key)
  const found = await ctx.db.kysely
    .selectFrom('games.rounds')
    .select(['id', 'studio', 'game_id', 'player_id', 'currency', 'stake', 'bets', 'created_at'])
    .select(sql<string>`created_at::text`.as('opened'))
    .where('status', '=', 'open')
    .$if(game !== undefined, (query) => query.where('game_id', '=', game!))
    .$if(studio !== undefined, (query) => query.where('studio', '=', studio!))
    .$if(key !== null, (query) =>
      query.where(sql<boolean>`(created_at, id, studio) > (${key![0]}::timestamptz, ${key![1]}, ${key![2]})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .orderBy('studio')
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found, pageSize, (row) => [row.opened, row.id, row.studio])
  return ok({
    rounds: rows.map((row) => ({
      id: row.id,
      studio: row.studio,
      game: { name: row.game_id, title: gameNames(ctx, [row.game_id])[0]?.name ?? row.game_id },
      playerId: row.player_id,
      stake: inUnits(row.stake, row.currency),
      bets: row.bets,
      openedAt: row.created_at.toISOString(),
    })),
    next,
  })
}
