/** Of a player's standing: a conversation whose last message is the player's. */
import { sql } from 'kysely'
import type { Standing } from '../kernel/standing.ts'

export const standing: Standing = {
  scope: 'support:read',
  async read({ db }, playerId) {
    const { rows } = await sql<{ id: string; body: string; created_at: Date }>`
      SELECT conversation.id, left(last.body, 80) AS body, last.created_at FROM chat.conversations AS conversation
      JOIN chat.messages AS last ON last.conversation_id = conversation.id AND last.number = conversation.last_number
      WHERE conversation.player_id = ${playerId} AND conversation.closed_at IS NULL AND last.author = 'visitor'`.execute(
      db.kysely,
    )
    return rows.map(({ id, body, created_at }) => ({
      level: 'waiting',
      what: 'chat',
      detail: [body],
      since: created_at,
      path: `/chat/${id}`,
    }))
  },
}
