/** A player's conversation with support. Attachments are downloaded one by one. */
import { randomBytes } from 'node:crypto'
import { plain, recordLimit, type PlayerLifecycle } from '../kernel/player-lifecycle.ts'
import { announceState, changeConversation, lockConversation } from './internal/conversations.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    supportChat: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('chat.messages')
          .innerJoin('chat.conversations', 'chat.conversations.id', 'chat.messages.conversation_id')
          .select(['chat.messages.author', 'chat.messages.body as text', 'chat.messages.created_at'])
          .where('chat.conversations.player_id', '=', playerId)
          .orderBy('chat.messages.number', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
    supportChatAttachments: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('chat.attachments')
          .select(['id', 'name', 'mime_type', 'size', 'created_at'])
          .where('player_id', '=', playerId)
          .orderBy('created_at', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
  },
  files: async ({ db }) => (await db.kysely.selectFrom('chat.attachments').select('id').execute()).map(({ id }) => id),
  /** A job removes the files of the attachments. */
  async erase(tx, playerId) {
    const row = await lockConversation(tx, { kind: 'player', id: playerId })
    const attachments = await tx.deleteFrom('chat.attachments').where('player_id', '=', playerId).executeTakeFirst()
    const conversations = row
      ? await tx.deleteFrom('chat.conversations').where('id', '=', row.id).executeTakeFirst()
      : { numDeletedRows: 0n }
    return { attachments: Number(attachments.numDeletedRows), conversations: Number(conversations.numDeletedRows) }
  },
  /** An exclusion leaves the chat open: excluded players must be able to reach support. */
  endOpen: async ({ clock }, tx, playerId, reason) => {
    if (reason !== 'account-closed') return
    const row = await lockConversation(tx, { kind: 'player', id: playerId })
    if (!row) return
    await announceState(tx, await changeConversation(tx, row.id, { closed_at: clock.now(), notify_at: null }))
  },
  /** What another person wrote, also as a guest, stays with support as the conversation of a guest without a token. */
  async removeAccess(tx, playerId, now) {
    const row = await lockConversation(tx, { kind: 'player', id: playerId })
    if (row)
      await changeConversation(tx, row.id, {
        player_id: null,
        guest_key: randomBytes(32),
        closed_at: now,
        notify_at: null,
      })
  },
}
