/** Tournaments: runs of definitions, scores by settled rounds, entries for a price, prizes by place from a pool of their own. */
import * as desk from '#contract/desk/tournaments.ts'
import * as contract from '#contract/tournaments.ts'
import type { Deps } from '../../deps.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { consumers } from './consumers.ts'
import { cancelTournamentRun, listTournamentRuns, recountTournamentRun } from './desk.ts'
import { enterTournament } from './enter-tournament.ts'
import { hasOpenEntry } from './internal/entries.ts'
import { prizesDue, settleDuePrizes } from './internal/pay-prizes.ts'
import { refundBarred } from './internal/refund-barred.ts'
import { returnPrizes } from './internal/return-prizes.ts'
import { invariants } from './invariants.ts'
import { joinTournament } from './join-tournament.ts'
import { leaveTournament } from './leave-tournament.ts'
import { listTournaments } from './list-tournaments.ts'
import { moveRuns } from './move-runs.ts'
import { publishRuns } from './publish-runs.ts'
import { readLeaderboard } from './read-leaderboard.ts'
import { readTournament } from './read-tournament.ts'
import { refundEntries, refundsDue } from './refund-entries.ts'
import { tournamentKind } from './tournament-kind.ts'

export const routes = [
  bind(contract.listTournaments, listTournaments),
  bind(contract.readTournament, readTournament),
  bind(contract.readLeaderboard, readLeaderboard),
  bind(contract.joinTournament, joinTournament),
  bind(contract.enterTournament, enterTournament),
  bind(contract.leaveTournament, leaveTournament),
]

const due = `SELECT min(CASE state WHEN 'published' THEN starts_at WHEN 'running' THEN ends_at
    ELSE ends_at + hold_seconds * interval '1 second' END)
  FROM rewards.tournament_runs WHERE state IN ('published', 'running', 'finalising')`

const jobs = (deps: Deps): Job[] => [
  { name: 'tournaments-published', everyMs: 60_000, run: () => publishRuns(deps) },
  { name: 'tournaments-due', everyMs: 60_000, due: prizesDue, run: () => settleDuePrizes(deps) },
  { name: 'tournaments-refunds', everyMs: 1000, due: refundsDue, run: () => refundEntries(deps) },
  { name: 'tournaments', everyMs: 1000, due, run: (_signal, actor) => moveRuns(deps, actor) },
]

export const lifecycle: PlayerLifecycle = {
  sections: {
    tournaments: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.tournament_scores as entry')
        .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
        .select(['run.identity', 'entry.score', 'entry.rounds', 'entry.joined_at', 'entry.place'])
        .where('entry.player_id', '=', playerId)
        .orderBy('entry.run_id', 'desc')
        .limit(recordLimit)
        .execute(),
    tournamentEntries: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.tournament_entries as entry')
        .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
        .select(['run.identity', 'entry.price', 'entry.entered_at', 'entry.refunded_at', 'entry.refund_reason'])
        .where('entry.player_id', '=', playerId)
        .orderBy('entry.entered_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  keepsOpen: hasOpenEntry,
  endOpen: async (deps, tx, playerId, reason) => {
    if (reason === 'account-closed') await returnPrizes(tx, deps, playerId)
    // A limited player plays on, or leaves.
    else if (reason !== 'limited') await refundBarred(tx, deps, playerId)
  },
}

export default defineModule({
  name: 'tournaments',
  tables: ['rewards.tournament_runs', 'rewards.tournament_scores', 'rewards.tournament_entries'],
  definitions: [tournamentKind],
  routes,
  deskRoutes: [
    bindDesk(desk.listTournamentRuns, listTournamentRuns),
    bindDesk(desk.cancelTournamentRun, cancelTournamentRun),
    bindDesk(desk.recountTournamentRun, recountTournamentRun),
  ],
  jobs,
  consumers,
  invariants,
  lifecycle,
})
