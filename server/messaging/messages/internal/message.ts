/** A stored message and its wire form. */
import type { Selectable } from 'kysely'
import type { Message } from '#contract/messages.ts'
import { playerChannel } from '#contract/channels.ts'
import { MessageLink } from '#contract/message-links.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Tx } from '../../../deps.ts'
import { append } from '../../../kernel/outbox/append.ts'

export type MessageRow = Selectable<Tables['messages.messages']>
const readLink = jsonColumn('messages.messages.link', MessageLink.nullable())

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    readAt: row.read_at?.toISOString() ?? null,
    state: row.read_at ? 2 : 1,
    createdAt: row.created_at.toISOString(),
    content: { title: row.title, description: row.description, link: readLink(row.link) },
  }
}

/** Publishes to the player's pages. A message changes once, when it is read: version 1, then 2. */
export async function announce(tx: Tx, row: MessageRow): Promise<void> {
  await append(tx, {
    channel: playerChannel('messenger:notifications', row.player_id),
    event: 'message',
    payload: toMessage(row),
    version: row.read_at ? 2 : 1,
  })
}

export async function countUnread(tx: Tx, playerId: string): Promise<number> {
  const { unread } = await tx
    .selectFrom('messages.messages')
    .select(({ fn }) => fn.countAll<bigint>().as('unread'))
    .where('player_id', '=', playerId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}
