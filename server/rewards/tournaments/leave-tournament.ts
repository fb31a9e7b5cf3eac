/** Leaves a tournament with a buy-in before its start: the whole price goes back to the account that paid it. */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { leaveTournament as contract, Tournament } from '#contract/tournaments.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { refundEntry, removeFromRun } from './internal/entries.ts'
import { presentRun } from './internal/present.ts'
import { isOpenForEntries, shareRun } from './internal/runs.ts'

type Answer = Result<Tournament, RefusalOf<typeof contract>>

/** Money that comes back is refused nobody: not in a restricted country, and not to a limited account. */
export async function leaveTournament(ctx: PlayerCtx, { identity }: VerbInput<typeof contract>): Promise<Answer> {
  return ctx.db.transaction((tx) => leave(ctx, tx, identity))
}

async function leave(ctx: PlayerCtx, tx: Tx, identity: string): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  await lockStatus(tx, playerId)
  await lockWallets(tx, playerId)
  const run = await shareRun(tx, identity)
  if (!run) return refuse('tournamentNotFound')
  if (run.entry !== 'buy-in') return refuse('noBuyIn')
  if (isOpenForEntries(run, ctx.clock.now())) {
    // Leaving again changes nothing.
    if (await refundEntry(tx, ctx, run, { playerId, reason: 'left' })) await removeFromRun(tx, run.id, playerId)
  } else if (run.state !== 'cancelled') return refuse('tournamentStarted')
  return ok(await presentRun(ctx, tx, run, { isJoined: false, winners: [] }))
}
