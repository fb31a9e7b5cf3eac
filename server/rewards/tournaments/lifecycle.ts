/** Personal data of this module, and what it ends or keeps open when a player leaves. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { hasOpenEntry } from './internal/entries.ts'
import { refundBarred } from './internal/refund-barred.ts'
import { returnPrizes } from './internal/return-prizes.ts'

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
