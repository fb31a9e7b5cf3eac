/** A player's personal data in this module. Secrets are left out: a password hash means nothing to its owner. */
import { PlayerStatus } from '#contract/identity.ts'
import { eraseOrigins } from '../../kernel/audit/retention.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { readSecurityAnswer, removeSecurityAnswer } from './security-answer.ts'
import { readPlayer, updatePlayer } from './players.ts'

export const lifecycle: PlayerLifecycle = {
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
