/** The campaigns sent to a player. */
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    campaigns: ({ db }, playerId) =>
      db.kysely
        .selectFrom('campaigns.recipients')
        .innerJoin('campaigns.campaigns', 'campaigns.campaigns.id', 'campaigns.recipients.campaign_id')
        .select(['identity', 'channel', 'outcome', 'reason', 'settled_at'])
        .where('player_id', '=', playerId)
        .orderBy('due_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}
