import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { listTournaments as contract, Tournament } from '#contract/tournaments.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { readWinners } from './internal/finish-run.ts'
import { presentRun } from './internal/present.ts'
import { readJoined } from './internal/joined.ts'
import { type Run, runOf } from './internal/runs.ts'

const mostOpen = 50
const mostPast = 10

/** A run of which the results are being checked is among those that run; a cancelled one is past. */
export async function listTournaments(ctx: Ctx): Promise<Result<ReplyOf<typeof contract>>> {
  return ctx.db.transaction(async (tx) => {
    const open = await tx
      .selectFrom('rewards.tournament_runs')
      .selectAll()
      .where('state', 'in', ['published', 'running', 'finalising'])
      .orderBy('ends_at')
      .limit(mostOpen)
      .execute()
    const past = await tx
      .selectFrom('rewards.tournament_runs')
      .selectAll()
      .where('state', 'in', ['finished', 'cancelled'])
      .orderBy('finished_at', 'desc')
      .limit(mostPast)
      .execute()
    const joined = await readJoined(tx, ctx.caller.player?.id)
    const present = (runs: Run[]) => presentAll(ctx, tx, runs, joined)
    const runs = open.map(runOf)
    return ok({
      running: await present(runs.filter(({ state }) => state !== 'published')),
      next: await present(runs.filter(({ state }) => state === 'published')),
      past: await present(past.map(runOf)),
    })
  })
}

async function presentAll(ctx: Ctx, tx: Tx, runs: Run[], joined: Set<number>): Promise<Tournament[]> {
  const shown: Tournament[] = []
  for (const run of runs) {
    const winners = run.state === 'finished' ? await readWinners(tx, run.id) : []
    shown.push(await presentRun(ctx, tx, run, { isJoined: joined.has(run.id), winners }))
  }
  return shown
}
