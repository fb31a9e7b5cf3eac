/** Messages: storing one, and the wire form of several. */
import type { Kysely, Selectable } from 'kysely'
import type { ChatAttachment, ChatMessage, ChatState } from '#contract/chat.ts'
import { playerChannel } from '#contract/channels.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { append } from '../../kernel/outbox/append.ts'
import { announceState, changeConversation, type ConversationRow } from './conversations.ts'

export type MessageRow = Selectable<Tables['chat.messages']>
type AttachmentRow = Selectable<Tables['chat.attachments']>

export type NewMessage = {
  id: string
  author: 'visitor' | 'support'
  operator: string | null
  text: string
  attachmentIds: string[]
  at: Date
}

/** With how little delay a reply is read by a player who has the chat open. */
const notifyAfterMs = 60_000

/**
 * Stores the message in the locked conversation, which it opens again, and publishes both. Null if an attachment is
 * not an unsent one of the player.
 */
export async function addMessage(
  tx: Tx,
  conversation: ConversationRow,
  { id, author, operator, text, attachmentIds, at }: NewMessage,
): Promise<{ message: ChatMessage; state: ChatState } | null> {
  const number = conversation.last_number + 1
  const row = await tx
    .insertInto('chat.messages')
    .values({ id, conversation_id: conversation.id, number, author, operator, body: text, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  const attachments = await attach(tx, conversation.player_id, { id, attachmentIds })
  if (attachments.length !== new Set(attachmentIds).size) return null
  const isReply = author === 'support'
  const changed = await changeConversation(tx, conversation.id, {
    last_number: number,
    last_message_at: at,
    closed_at: null,
    ...(isReply && { read_by_support: number }),
    ...(isReply &&
      conversation.player_id !== null && {
        notify_at: conversation.notify_at ?? new Date(at.getTime() + notifyAfterMs),
      }),
  })
  const message = toMessage(row, attachments)
  if (changed.player_id) {
    const channel = playerChannel('support:chat', changed.player_id)
    await append(tx, { channel, event: 'chat.message', payload: message, version: 1 })
  }
  return { message, state: await announceState(tx, changed) }
}

async function attach(
  tx: Tx,
  playerId: string | null,
  { id, attachmentIds }: Pick<NewMessage, 'id' | 'attachmentIds'>,
): Promise<AttachmentRow[]> {
  if (attachmentIds.length === 0 || !playerId) return []
  return tx
    .updateTable('chat.attachments')
    .set({ message_id: id })
    .where('id', 'in', attachmentIds)
    .where('player_id', '=', playerId)
    .where('message_id', 'is', null)
    .returningAll()
    .execute()
}

export async function findMessage(db: Kysely<Tables>, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('chat.messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** In the order given. */
export async function toMessages(db: Kysely<Tables>, rows: MessageRow[]): Promise<ChatMessage[]> {
  if (rows.length === 0) return []
  const attachments = await db
    .selectFrom('chat.attachments')
    .selectAll()
    .where(
      'message_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) =>
    toMessage(
      row,
      attachments.filter(({ message_id }) => message_id === row.id),
    ),
  )
}

function toMessage(row: MessageRow, attachments: AttachmentRow[]): ChatMessage {
  return {
    id: row.id,
    number: row.number,
    author: row.author as ChatMessage['author'],
    text: row.body,
    attachments: attachments.map(toAttachment),
    createdAt: row.created_at.toISOString(),
  }
}

export function toAttachment(row: AttachmentRow): ChatAttachment {
  return { id: row.id, name: row.name, mimeType: row.mime_type, size: row.size }
}
