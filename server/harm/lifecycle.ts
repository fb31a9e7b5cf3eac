/** Personal data of this module: what was counted, and what was noticed. Who decided, and the comment, are the operator's. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    harmMarkers: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.markers')
        .select(['id', 'rule', 'indicator', 'measure', 'level', 'day', 'days', 'counted', 'threshold', 'raised_at'])
        .select(['acted_at', 'state', 'contested_at', 'contest', 'decided_at'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
    harmTallies: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.tallies')
        .select(['day', 'measure', 'amount'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
    harmMarks: ({ db }, playerId) =>
      db.kysely
        .selectFrom('harm.marks')
        .select(['day', 'measure', 'mark'])
        .where('player_id', '=', playerId)
        .orderBy('day', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
