/** The sessions' personal data. */
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { deviceOf } from '../players/device.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    async sessions({ db }, playerId) {
      const rows = await db.kysely
        .selectFrom('identity.sessions')
        .select([
          'id',
          'method',
          'created_at',
          'last_used_at',
          'ip',
          'country',
          'user_agent',
          'fingerprint',
          'closed_at',
          'close_reason',
        ])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute()
      return rows.map((row) => ({ ...row, device: deviceOf(row.user_agent) }))
    },
  },
  /** The fingerprint of the device remains, because it shows a return under another name. */
  async erase(tx, playerId) {
    const { numUpdatedRows } = await tx
      .updateTable('identity.sessions')
      .set({ ip: '', user_agent: '' })
      .where('player_id', '=', playerId)
      .where((eb) => eb.or([eb('ip', '<>', ''), eb('user_agent', '<>', '')]))
      .executeTakeFirst()
    return { sessions: Number(numUpdatedRows) }
  },
}
