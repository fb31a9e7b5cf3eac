/**
 * The campaigns sent to a player. An exclusion, a block, a limit or the account's closure withdraws what still waits to
 * be sent.
 */
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'
import { withdrawMarketing } from '../deliveries/withdraw-marketing.ts'

export const records: PlayerRecords = {
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
  endOpen: (deps, tx, playerId) => withdrawMarketing(tx, deps, { playerId }),
}
