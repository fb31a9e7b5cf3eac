/** Conversations: reading, locking, state and publication. */
import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { ChatState } from '#contract/chat.ts'
import { playerChannel } from '#contract/channels.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { append } from '../../kernel/outbox/append.ts'
import type { ChatVisitor } from './visitor.ts'

export type ConversationRow = Selectable<Tables['chat.conversations']>
type Changes = Partial<
  Pick<
    ConversationRow,
    | 'read_by_visitor'
    | 'read_by_support'
    | 'last_number'
    | 'last_message_at'
    | 'closed_at'
    | 'notify_at'
    | 'assigned_to'
    | 'player_id'
    | 'guest_key'
  >
>

const ofVisitor = (visitor: ChatVisitor) =>
  visitor.kind === 'player' ? sql<SqlBool>`player_id = ${visitor.id}` : sql<SqlBool>`guest_key = ${visitor.key}`

export async function findConversation(db: Kysely<Tables>, visitor: ChatVisitor): Promise<ConversationRow | undefined> {
  return db.selectFrom('chat.conversations').selectAll().where(ofVisitor(visitor)).executeTakeFirst()
}

/** The lock orders the messages of a conversation. */
export async function lockConversation(tx: Tx, visitor: ChatVisitor): Promise<ConversationRow | undefined> {
  return tx.selectFrom('chat.conversations').selectAll().where(ofVisitor(visitor)).forUpdate().executeTakeFirst()
}

export async function lockConversationById(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  return tx.selectFrom('chat.conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Locks the visitor's conversation, which is created with its first message. A take-over at the same moment may delete
 * the one that was there; then another is created.
 */
export async function openConversation(
  tx: Tx,
  visitor: ChatVisitor,
  { locale, at }: { locale: string; at: Date },
): Promise<ConversationRow> {
  for (;;) {
    await tx
      .insertInto('chat.conversations')
      .values({
        id: randomUUID(),
        player_id: visitor.kind === 'player' ? visitor.id : null,
        guest_key: visitor.kind === 'guest' ? visitor.key : null,
        locale,
        created_at: at,
        last_message_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await lockConversation(tx, visitor)
    if (row) return row
  }
}

export async function changeConversation(tx: Tx, id: string, changes: Changes): Promise<ConversationRow> {
  return tx
    .updateTable('chat.conversations')
    .set({ ...changes, version: sql<bigint>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function stateOf(db: Kysely<Tables>, row: ConversationRow): Promise<ChatState> {
  const { unread } = await db
    .selectFrom('chat.messages')
    .select(({ fn }) => fn.countAll<bigint>().as('unread'))
    .where('conversation_id', '=', row.id)
    .where('author', '=', 'support')
    .where('number', '>', row.read_by_visitor)
    .executeTakeFirstOrThrow()
  return {
    isClosed: row.closed_at !== null,
    lastNumber: row.last_number,
    readByVisitor: row.read_by_visitor,
    readBySupport: row.read_by_support,
    unread: Number(unread),
    version: Number(row.version),
  }
}

/** Publishes the state to the player's pages. Guests have no channel: their page polls. */
export async function announceState(tx: Tx, row: ConversationRow): Promise<ChatState> {
  const state = await stateOf(tx, row)
  if (row.player_id) {
    const channel = playerChannel('support:chat', row.player_id)
    await append(tx, { channel, event: 'chat.state', payload: state, version: state.version })
  }
  return state
}

/** Shown for some seconds and not stored: the outbox is pruned daily. */
export async function announceTyping(
  tx: Tx,
  playerId: string,
  { author, at }: { author: 'visitor' | 'support'; at: Date },
): Promise<void> {
  const channel = playerChannel('support:chat', playerId)
  await append(tx, { channel, event: 'chat.typing', payload: { author }, version: at.getTime() })
}
