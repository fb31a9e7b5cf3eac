/**
 * The campaigns sent to a player. An exclusion, a block, a limit or the account's closure withdraws what still waits to
 * be sent, of campaigns or not: here, because deliveries are locked after everything else that ends.
 */
import { type PlayerLifecycle, recordLimit } from '../../platform/player-lifecycle.ts'
import { withdrawBarred, withdrawMarketing } from '../deliveries/withdraw-marketing.ts'

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
  async endOpen(deps, tx, playerId, reason) {
    if (reason === 'blocked' || reason === 'account-closed') await withdrawBarred(tx, deps, { playerId, reason })
    await withdrawMarketing(tx, deps, { playerId })
  },
}
