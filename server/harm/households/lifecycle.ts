/** Personal data of this module; the other player of a flag is not named. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    households: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.household_flags')
        .select(['id', 'matches', 'flagged_at', 'decision', 'decided_at', 'comment'])
        .where('player_id', '=', playerId)
        .orderBy('flagged_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
