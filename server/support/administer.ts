/** What operators do in the chat. Not reachable over HTTP. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ChatMessage, ChatState } from '#contract/chat.ts'
import { chatLimits } from '#contract/fields/chat-limits.ts'
import { cleanText, isMultilineText } from '#contract/fields/text.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { readClosed } from '../identity/index.ts'
import {
  announceState,
  announceTyping,
  changeConversation,
  type ConversationRow,
  lockConversationById,
} from './internal/conversations.ts'
import { addMessage, toMessages } from './internal/messages.ts'

type Needs = KernelDeps & { actor: OperatorActor }
type Shown = ChatMessage & { operator: string | null }

const listedAtMost = 200
const shownAtMost = 500
/** As long as a page shows that someone is writing. */
const typingMs = 6_000

export type ListedConversation = {
  id: string
  playerId: string | null
  isClosed: boolean
  assignedTo: string | null
  lastMessageAt: Date
  /** Messages of the visitor that no operator has opened. */
  unread: number
  excerpt: string
}

/** Those with unread messages first, the longest waiting at the top. */
export async function listConversations(
  { kysely }: { kysely: Kysely<Tables> },
  which: 'open' | 'closed',
): Promise<ListedConversation[]> {
  const rows = await kysely
    .selectFrom('chat.conversations as c')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('chat.messages as m')
        .select(({ fn }) => fn.countAll<bigint>().as('unread'))
        .whereRef('m.conversation_id', '=', 'c.id')
        .whereRef('m.number', '>', 'c.read_by_support')
        .where('m.author', '=', 'visitor')
        .as('unread'),
      selectFrom('chat.messages as m')
        .select('m.body')
        .whereRef('m.conversation_id', '=', 'c.id')
        .whereRef('m.number', '=', 'c.last_number')
        .as('excerpt'),
    ])
    .where('closed_at', which === 'open' ? 'is' : 'is not', null)
    .orderBy('last_message_at')
    .limit(listedAtMost)
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      playerId: row.player_id,
      isClosed: row.closed_at !== null,
      assignedTo: row.assigned_to,
      lastMessageAt: row.last_message_at,
      unread: Number(row.unread ?? 0),
      excerpt: row.excerpt ?? '',
    }))
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0))
}

/** The conversation with its messages, which are now read by support. */
export async function openForOperator(
  needs: Needs,
  id: string,
): Promise<Result<{ conversation: ConversationRow; messages: Shown[]; isTyping: boolean }, 'unknown'>> {
  return needs.db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    const rows = await tx
      .selectFrom('chat.messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .orderBy('number', 'desc')
      .limit(shownAtMost)
      .execute()
    rows.reverse()
    const messages = await toMessages(tx, rows)
    if (row.read_by_support < row.last_number)
      await announceState(tx, await changeConversation(tx, id, { read_by_support: row.last_number }))
    await audit(tx, needs, { action: 'chat-read', playerId: row.player_id, detail: { conversation: id } })
    return ok({
      conversation: row,
      messages: messages.map((message, index) => ({ ...message, operator: rows[index]!.operator })),
      isTyping: await isTyping(tx, row, needs.clock.now()),
    })
  })
}

async function isTyping(tx: Tx, { player_id }: ConversationRow, now: Date): Promise<boolean> {
  if (!player_id) return false
  const row = await tx
    .selectFrom('outbox.events')
    .select('id')
    .where('channel', '=', `support:chat#${player_id}`)
    .where('event', '=', 'chat.typing')
    .where('version', '>', BigInt(now.getTime() - typingMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function reply(
  needs: Needs,
  { id, text }: { id: string; text: string },
): Promise<
  Result<{ message: ChatMessage; state: ChatState }, 'unknown' | 'empty' | 'tooLong' | 'notText' | 'accountClosed'>
> {
  const body = cleanText(text).trim()
  if (body === '') return refuse('empty')
  if ([...body].length > chatLimits.maxLetters) return refuse('tooLong')
  if (!isMultilineText(text)) return refuse('notText')
  return needs.db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    // Nobody could read it, and it would open the conversation again.
    if (row.player_id && (await readClosed(tx, [row.player_id])).length > 0) return refuse('accountClosed')
    const message = {
      id: randomUUID(),
      author: 'support' as const,
      operator: needs.actor.name,
      text: body,
      attachmentIds: [],
      at: needs.clock.now(),
    }
    const added = await addMessage(tx, row, message)
    if (!row.assigned_to) await changeConversation(tx, id, { assigned_to: needs.actor.name })
    const detail = { conversation: id, message: message.id }
    await audit(tx, needs, { action: 'chat-replied', playerId: row.player_id, detail })
    return ok(added!)
  })
}

/** Shows the player for some seconds that someone is writing. */
export async function typing({ db, clock }: Needs, id: string): Promise<Result<void, 'unknown' | 'guest'>> {
  return db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    if (!row.player_id) return refuse('guest')
    await announceTyping(tx, row.player_id, { author: 'support', at: clock.now() })
    return ok()
  })
}

export async function closeConversation(needs: Needs, id: string): Promise<Result<void, 'unknown'>> {
  return needs.db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    if (row.closed_at) return ok()
    await announceState(tx, await changeConversation(tx, id, { closed_at: needs.clock.now() }))
    await audit(tx, needs, { action: 'chat-closed', playerId: row.player_id, detail: { conversation: id } })
    return ok()
  })
}

/** `operator` is null to unassign the conversation. */
export async function assign(
  needs: Needs,
  { id, operator }: { id: string; operator: string | null },
): Promise<Result<void, 'unknown'>> {
  return needs.db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    await changeConversation(tx, id, { assigned_to: operator })
    await audit(tx, needs, { action: 'chat-assigned', playerId: row.player_id, detail: { conversation: id, operator } })
    return ok()
  })
}

/** For saving an attachment to a file; recorded, because it is personal data. */
export async function findAttachment(needs: Needs, id: string): Promise<{ name: string; mimeType: string } | null> {
  const row = await needs.db.kysely
    .selectFrom('chat.attachments')
    .selectAll()
    .where('id', '=', id)
    .where('message_id', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  const detail = { attachment: id }
  await audit(needs.db.kysely, needs, { action: 'chat-attachment-saved', playerId: row.player_id, detail })
  return { name: row.name, mimeType: row.mime_type }
}
