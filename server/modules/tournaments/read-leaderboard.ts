import { toWire } from '#contract/money.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Leaderboard, readLeaderboard as contract } from '#contract/tournaments.ts'
import type { Ctx } from '../../deps.ts'
import { presentEntries } from './internal/present.ts'
import { marksOf } from './internal/marks.ts'
import { readAround, readPlaced, readTop } from './internal/leaderboard.ts'

type Answer = Result<Leaderboard, RefusalOf<typeof contract>>

/** How many just ahead of the caller, and just behind. */
const reach = 3

/** Few statements and no transaction: pages ask every two seconds while they show it. */
export async function readLeaderboard(ctx: Ctx, { identity, top: shown }: VerbInput<typeof contract>): Promise<Answer> {
  const db = ctx.db.kysely
  const run = await db
    .selectFrom('rewards.tournament_runs')
    .select('id')
    .where('identity', '=', identity)
    .executeTakeFirst()
  if (!run) return refuse('tournamentNotFound')
  const top = shown > 0 ? await readTop(db, run.id, { limit: shown }) : []
  const playerId = ctx.caller.player?.id
  const own = playerId === undefined ? undefined : await readPlaced(db, run.id, playerId, () => marksOf(ctx.db, run.id))
  const around = own ? await readAround(db, run.id, own, reach) : []
  const entries = await presentEntries(ctx, db, [...top.map((row, index) => ({ ...row, place: index + 1 })), ...around])
  return ok({
    top: entries.slice(0, top.length),
    own: own
      ? {
          // As among its neighbours, which were read later.
          place: around.find(({ player_id }) => player_id === own.player_id)!.place,
          score: toWire(own.score),
          rounds: own.rounds,
          around: entries.slice(top.length),
        }
      : null,
  })
}
