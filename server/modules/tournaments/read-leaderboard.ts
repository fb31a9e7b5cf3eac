import { toWire } from '#contract/money.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Leaderboard, readLeaderboard as contract } from '#contract/tournaments.ts'
import type { Ctx } from '../../deps.ts'
import { presentEntries } from './internal/present.ts'
import { findRun } from './internal/runs.ts'
import { readAround, readPlaced, readTop } from './internal/leaderboard.ts'

type Answer = Result<Leaderboard, RefusalOf<typeof contract>>

const shown = 100
/** How many just ahead of the caller, and just behind. */
const reach = 3

export async function readLeaderboard(ctx: Ctx, { identity }: VerbInput<typeof contract>): Promise<Answer> {
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const run = await findRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    const top = await readTop(tx, run.id, { limit: shown })
    const playerId = ctx.caller.player?.id
    const own = playerId === undefined ? undefined : await readPlaced(tx, run.id, playerId)
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
