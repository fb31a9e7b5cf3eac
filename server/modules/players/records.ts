/** A player's personal data in this module. Secrets are left out: a password hash means nothing to its owner. */
import { PlayerStatus } from '#contract/identity.ts'
import { type PlayerRecords, recordLimit } from '../../platform/player-records.ts'
import { readSecurityAnswer } from './security-answer.ts'
import { readPlayer } from './players.ts'

export const records: PlayerRecords = {
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
  async isBarred(tx, _now, playerId) {
    const { status } = await readPlayer(tx, playerId)
    return status === PlayerStatus.blocked || status === PlayerStatus.closed
  },
  async isEstablished(tx, playerId) {
    const player = await tx
      .selectFrom('identity.players')
      .select(['email_confirmed_at', 'phone_confirmed_at', 'had_confirmed_email'])
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow()
    return player.email_confirmed_at !== null || player.phone_confirmed_at !== null || player.had_confirmed_email
  },
}
