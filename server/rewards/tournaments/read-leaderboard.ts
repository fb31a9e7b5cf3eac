import { toWire } from '#contract/money.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Leaderboard, readLeaderboard as contract } from '#contract/tournaments.ts'
import type { Ctx, KernelDeps } from '../../deps.ts'
import { readNeighbourhood, readScore, type Score } from './internal/leaderboard.ts'
import { marksOf } from './internal/marks.ts'
import { type Named, presentEntry, withNames } from './internal/present.ts'
import { aroundIn, isOlderThan, reach, topOf } from './internal/top.ts'

type Answer = Result<Leaderboard, RefusalOf<typeof contract>>

/** Few statements and no transaction: pages ask every two seconds while they show it. */
export async function readLeaderboard(ctx: Ctx, { identity, top: shown }: VerbInput<typeof contract>): Promise<Answer> {
  const playerId = ctx.caller.player?.id
  const read = await readScore(ctx.db, identity, playerId ?? null)
  if (!read) return refuse('tournamentNotFound')
  const { runId, own } = read
  const readAt = performance.now()
  let top = await topOf(ctx.db, runId)
  // Players find themselves in the top as they find themselves beside it.
  if (own && isOlderThan(top, own)) top = await topOf(ctx.db, runId, readAt)
  const around = own ? (aroundIn(top, own.player_id) ?? (await readAround(ctx, runId, own))) : []
  const placed = around.find(({ player_id }) => player_id === playerId)
  return ok({
    top: top.slice(0, shown).map((entry) => presentEntry(entry, playerId)),
    own: placed
      ? {
          place: placed.place,
          score: toWire(placed.score),
          rounds: placed.rounds,
          around: around.map((entry) => presentEntry(entry, playerId)),
        }
      : null,
  })
}

async function readAround({ db }: KernelDeps, runId: number, own: Score): Promise<Named[]> {
  const around = await readNeighbourhood(db, runId, own, { ...(await marksOf(db, runId)), reach })
  return withNames(db.kysely, around)
}
