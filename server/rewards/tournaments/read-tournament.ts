import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { readTournament as contract, Tournament } from '#contract/tournaments.ts'
import type { Ctx } from '../../deps.ts'
import { readWinners } from './internal/finish-run.ts'
import { readJoined } from './internal/joined.ts'
import { presentRun } from './internal/present.ts'
import { findRun } from './internal/runs.ts'

export async function readTournament(
  ctx: Ctx,
  { identity }: VerbInput<typeof contract>,
): Promise<Result<Tournament, RefusalOf<typeof contract>>> {
  return ctx.db.transaction(async (tx): Promise<Result<Tournament, RefusalOf<typeof contract>>> => {
    const run = await findRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    const isJoined = (await readJoined(tx, ctx.caller.player?.id)).has(run.id)
    const winners = run.state === 'finished' ? await readWinners(tx, run.id) : []
    return ok(await presentRun(ctx, tx, run, { isJoined, winners }))
  })
}
