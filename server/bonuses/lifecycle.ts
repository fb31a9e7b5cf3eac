/** A player's personal data in bonuses. */
import { mostConcerns, type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

const resultNames = ['running', 'played', 'cancelled', 'expired', 'lost'] as const

export const lifecycle: PlayerLifecycle = {
  sections: {
    bonuses: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_bonuses')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    freeSpins: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_freespins')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    bonusCodes: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_codes')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('added_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async concerns({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('bonuses.player_bonuses')
      .select(['bonus_id', 'result', 'created_at'])
      .where('player_id', '=', playerId)
      .orderBy('created_at', 'desc')
      .limit(mostConcerns)
      .execute()
    return rows.map((row) => ({
      kind: 'bonus',
      title: row.bonus_id,
      state: resultNames[row.result - 1]!,
      at: row.created_at,
    }))
  },
}
