/** Player rows: who a player is. */
import { PlayerStatus } from '#contract/identity.ts'
import { defineModule } from '../../kernel/module.ts'
import { eraseOrigins } from '../../kernel/audit/retention.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import type { Standing } from '../../kernel/standing.ts'
import { deskSearch } from './desk-search.ts'
import { readSecurityAnswer, removeSecurityAnswer } from './security-answer.ts'
import { findPlayer, readPlayer, updatePlayer } from './players.ts'
import { statusName } from './lock-status.ts'

/** A player's personal data in this module. Secrets are left out: a password hash means nothing to its owner. */
const lifecycle: PlayerLifecycle = {
  sections: {
    async profile({ db }, playerId) {
      const { password_hash: hash, ...player } = await db.kysely
        .selectFrom('identity.players')
        .selectAll()
        .where('id', '=', playerId)
        .executeTakeFirstOrThrow()
      return { ...player, has_password: hash !== null }
    },
    async securityQuestion({ db }, playerId) {
      const answer = await readSecurityAnswer(db.kysely, playerId)
      return answer ? [{ question: answer.question }] : []
    },
    audit: ({ db }, playerId) =>
      db.kysely
        .selectFrom('identity.audit')
        .select(['at', 'action', 'session_id', 'ip', 'country', 'user_agent', 'detail'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  /** Where the player's sign-ins and other acts came from. Requests for mails, which have it too, end by themselves. */
  erase: async (tx, playerId) => ({ addresses: await eraseOrigins(tx, playerId) }),
  async isBarred(tx, _now, playerId) {
    const { status } = await readPlayer(tx, playerId)
    return status === PlayerStatus.blocked || status === PlayerStatus.closed
  },
  async removeAccess(tx, playerId, now) {
    await updatePlayer(tx, playerId, { password_hash: null, freshchat_restore_id: null, updated_at: now })
    await removeSecurityAnswer(tx, playerId)
    await tx
      .updateTable('identity.link_codes')
      .set({ used_at: now })
      .where('player_id', '=', playerId)
      .where('used_at', 'is', null)
      .execute()
  },
}

/** Of a player's standing: the state of the account, and the proof of identity. */
const standing: Standing = {
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

export default defineModule({
  name: 'players',
  tables: ['identity.former_contacts', 'identity.players', 'identity.security_answers'],
  lifecycle,
  deskSearch,
  standing,
})
