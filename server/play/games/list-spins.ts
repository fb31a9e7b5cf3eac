import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentEach, presentRound } from './internal/rounds.ts'

/** Rounds played for real money, newest first. */
export async function listSpins(
  ctx: PlayerCtx,
  { page, perPage }: VerbInput<typeof contract.listSpins>,
): Promise<Result<ReplyOf<typeof contract.listSpins>>> {
  const own = ctx.db.kysely.selectFrom('games.rounds').where('player_id', '=', ctx.caller.player.id)
  const { total } = await own.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .select(['id', 'studio', 'game_id', 'currency', 'stake', 'won', 'status', 'created_at'])
    .orderBy('first_movement_id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return ok({ data: presentEach(ctx, rows, presentRound), meta: { total: Number(total), page, perPage } })
}
