/** Browsers that receive push notifications, each of one open session. */
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { withdrawBarred, withdrawMarketing } from '../deliveries/withdraw-marketing.ts'

/** A player's browsers with push notifications. The endpoint is a secret of the browser; its host names the service. */
const lifecycle: PlayerLifecycle = {
  sections: {
    async pushSubscriptions({ db }, playerId) {
      const rows = await db.kysely
        .selectFrom('push.subscriptions')
        .select(['session_id', 'endpoint', 'receives_offers', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute()
      return rows.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).host }))
    },
  },
  /**
   * What still waits to be sent is withdrawn, by whatever medium: here, because subscriptions are locked before
   * deliveries. The sessions of a closed or blocked account have ended, and their subscriptions with them. A limited
   * player, who receives no offers either, keeps the choice for afterwards.
   */
  async endOpen(deps, tx, playerId, reason) {
    if (reason === 'excluded')
      await tx
        .updateTable('push.subscriptions')
        .set({ receives_offers: false })
        .where('player_id', '=', playerId)
        .execute()
    if (reason === 'blocked' || reason === 'account-closed') await withdrawBarred(tx, deps, { playerId, reason })
    await withdrawMarketing(tx, deps, { playerId })
  },
}

export default defineModule({
  name: 'push',
  tables: ['push.subscriptions'],
  lifecycle,
})
