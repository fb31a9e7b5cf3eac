/** Of a player's standing: documents that wait for a decision. */
import { DocumentStatus } from '#contract/verification.ts'
import { say } from '../../kernel/desk-words.ts'
import type { Standing } from '../../kernel/standing.ts'

export const standing: Standing = {
  scope: 'players:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('verification.documents')
      .select(['id', 'type', 'name', 'created_at'])
      .where('player_id', '=', playerId)
      .where('status', '=', DocumentStatus.pending)
      .orderBy('created_at')
      .limit(5)
      .execute()
    return rows.map(({ id, type, name, created_at }) => ({
      level: 'waiting',
      what: 'document',
      detail: [say(`documents.type.${type}`), name],
      since: created_at,
      path: `/documents/${id}`,
    }))
  },
}
