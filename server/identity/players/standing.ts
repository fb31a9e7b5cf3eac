/** Of a player's standing: the state of the account, and the proof of identity. */
import type { Standing } from '../../kernel/standing.ts'
import { statusName } from './lock-status.ts'
import { findPlayer } from './players.ts'

export const standing: Standing = {
  scope: 'players:read',
  async read({ db }, playerId) {
    const player = await findPlayer(db.kysely, playerId)
    if (!player) return null
    const status = statusName(player.status)
    return [
      ...(status === 'active'
        ? []
        : [{ level: 'urgent' as const, what: status, since: status === 'closed' ? player.closed_at : null }]),
      player.identity_verified_at
        ? { level: 'fact', what: 'verified', since: player.identity_verified_at }
        : { level: 'fact', what: 'notVerified' },
    ]
  },
}
