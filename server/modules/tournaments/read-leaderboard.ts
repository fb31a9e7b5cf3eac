import { toWire } from '#contract/money.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Leaderboard, readLeaderboard as contract } from '#contract/tournaments.ts'
import type { Ctx } from '../../deps.ts'
import { presentEntries } from './internal/present.ts'
import { findRun } from './internal/runs.ts'
import { marksOf } from './internal/marks.ts'
import { readAround, readPlaced, readTop } from './internal/leaderboard.ts'

type Answer = Result<Leaderboard, RefusalOf<typeof contract>>

/** How many just ahead of the caller, and just behind. */
const reach = 3

export async function readLeaderboard(ctx: Ctx, { identity, top: shown }: VerbInput<typeof contract>): Promise<Answer> {
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const run = await findRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    const top = shown > 0 ? await readTop(tx, run.id, { limit: shown }) : []
    const playerId = ctx.caller.player?.id
    const own =
      playerId === undefined ? undefined : await readPlaced(tx, run.id, playerId, () => marksOf(ctx.db, run.id))
    const around = own ? await readAround(tx, run.id, own, reach) : []
    return ok({
      top: await presentEntries(
        ctx,
        tx,
        top.map((row, index) => ({ ...row, place: index + 1 })),
      ),
      own: own
        ? {
            place: own.place,
            score: toWire(own.score),
            rounds: own.rounds,
            around: await presentEntries(ctx, tx, around),
          }
        : null,
    })
  })
}
