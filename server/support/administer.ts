/** What operators do in the chat. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ChatMessage } from '#contract/chat.ts'
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
import { addMessage, findMessage, toMessages } from './internal/messages.ts'

type Needs = KernelDeps & { actor: OperatorActor }
export type ShownMessage = ChatMessage & { operator: string | null; isReadByVisitor: boolean }

const shownAtMost = 500
/** As long as a page shows that someone is writing. */
const typingMs = 6_000

export type ListedConversation = {
  id: string
  playerId: string | null
  locale: string
  isClosed: boolean
  assignedTo: string | null
  /** True if the last message is the visitor's. */
  isWaiting: boolean
  lastMessageAt: Date
  lastNumber: number
  /** Messages of the visitor that no operator has opened. */
  unread: number
  excerpt: string
}

type Page = {
  state: 'open' | 'closed'
  assignedTo?: string | undefined
  /** Of the last row of the page before: whether it does not wait, its last message, its id. */
  after?: readonly [isAnswered: boolean, lastMessageAt: string, id: string] | null
  limit: number
}

function conversationsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('chat.conversations as c')
    .innerJoin('chat.messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'c.id').onRef('last.number', '=', 'c.last_number'),
    )
    .select(['c.id', 'c.player_id', 'c.locale', 'c.closed_at', 'c.assigned_to', 'c.last_message_at', 'c.last_number'])
    .select(['last.author', 'last.body'])
    .select(({ selectFrom }) =>
      selectFrom('chat.messages as m')
        .select(({ fn }) => fn.countAll<bigint>().as('unread'))
        .whereRef('m.conversation_id', '=', 'c.id')
        .whereRef('m.number', '>', 'c.read_by_support')
        .where('m.author', '=', 'visitor')
        .as('unread'),
    )
}
type JoinedRow = Awaited<ReturnType<ReturnType<typeof conversationsIn>['execute']>>[number]

const toListed = (row: JoinedRow): ListedConversation => ({
  id: row.id,
  playerId: row.player_id,
  locale: row.locale,
  isClosed: row.closed_at !== null,
  assignedTo: row.assigned_to,
  isWaiting: row.author === 'visitor' && row.closed_at === null,
  lastMessageAt: row.last_message_at,
  lastNumber: row.last_number,
  unread: Number(row.unread ?? 0),
  excerpt: row.body.slice(0, 200),
})

/** Those whose last message is the visitor's first, the longest waiting at the top. */
export async function listConversations(
  { kysely }: { kysely: Kysely<Tables> },
  { state, assignedTo, after, limit }: Page,
): Promise<ListedConversation[]> {
  const isAnswered = sql<boolean>`(last.author <> 'visitor' OR c.closed_at IS NOT NULL)`
  const rows = await conversationsIn(kysely)
    .where('c.closed_at', state === 'open' ? 'is' : 'is not', null)
    .$if(assignedTo !== undefined, (query) => query.where('c.assigned_to', '=', assignedTo!))
    .$if(Boolean(after), (query) =>
      query.where(
        sql<boolean>`(${isAnswered}, c.last_message_at, c.id) > (${after![0]}::boolean, ${after![1]}::timestamptz, ${after![2]}::uuid)`,
      ),
    )
    .orderBy(isAnswered)
    .orderBy('c.last_message_at')
    .orderBy('c.id')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

type Opened = { conversation: ListedConversation; messages: ShownMessage[]; isTyping: boolean }

/**
 * The conversation with its latest messages, of which `after` leaves out those that the operator has. Unless
 * `marksRead` is false, the visitor sees that support has read them.
 */
export async function openForOperator(
  needs: Needs,
  { id, after = 0, marksRead = true }: { id: string; after?: number | undefined; marksRead?: boolean },
): Promise<Result<Opened, 'unknown'>> {
  return needs.db.transaction(async (tx) => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    const rows = await tx
      .selectFrom('chat.messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .where('number', '>', after)
      .orderBy('number', 'desc')
      .limit(shownAtMost)
      .execute()
    rows.reverse()
    const messages = await toMessages(tx, rows)
    if (marksRead && row.read_by_support < row.last_number)
      await announceState(tx, await changeConversation(tx, id, { read_by_support: row.last_number }))
    // A page that looks for new messages every few seconds reads nothing as long as there are none.
    if (after === 0 || rows.length > 0)
      await audit(tx, needs, { action: 'chat-read', playerId: row.player_id, detail: { conversation: id } })
    return ok({
      conversation: toListed(await conversationsIn(tx).where('c.id', '=', id).executeTakeFirstOrThrow()),
      messages: messages.map((message, index) => shown(message, rows[index]!.operator, row)),
      isTyping: await isTyping(tx, row, needs.clock.now()),
    })
  })
}

function shown(message: ChatMessage, operator: string | null, { read_by_visitor }: ConversationRow): ShownMessage {
  return { ...message, operator, isReadByVisitor: message.author === 'visitor' || message.number <= read_by_visitor }
}

/** Whether the visitor is; the channel announces to both sides who writes. */
async function isTyping(tx: Tx, { player_id }: ConversationRow, now: Date): Promise<boolean> {
  if (!player_id) return false
  const row = await tx
    .selectFrom('outbox.events')
    .select('id')
    .where('channel', '=', `support:chat#${player_id}`)
    .where('event', '=', 'chat.typing')
    .where(sql`payload ->> 'author'`, '=', 'visitor')
    .where('version', '>', BigInt(now.getTime() - typingMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Reply = {
  id: string
  text: string
  /** Of the message, so that one that is sent again is stored once. */
  messageId?: string
  /** The number of the last message that the operator saw; absent where nobody else can reply. */
  seen?: number
}
type ReplyRefusal =
  | 'unknown'
  | 'empty'
  | 'tooLong'
  | 'notText'
  | 'accountClosed'
  | 'assignedElsewhere'
  | 'answeredMeanwhile'

export async function reply(
  needs: Needs,
  { id, text, messageId = randomUUID(), seen }: Reply,
): Promise<Result<ShownMessage, ReplyRefusal>> {
  const body = cleanText(text).trim()
  if (body === '') return refuse('empty')
  if ([...body].length > chatLimits.maxLetters) return refuse('tooLong')
  if (!isMultilineText(text)) return refuse('notText')
  const operator = needs.actor.name
  return needs.db.transaction(async (tx): Promise<Result<ShownMessage, ReplyRefusal>> => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    // Nobody could read it, and it would open the conversation again.
    if (row.player_id && (await readClosed(tx, [row.player_id])).length > 0) return refuse('accountClosed')
    const stored = await findMessage(tx, messageId)
    if (stored) {
      if (stored.conversation_id !== id || stored.operator !== operator) return refuse('unknown')
      return ok(shown((await toMessages(tx, [stored]))[0]!, operator, row))
    }
    if (seen !== undefined) {
      if (row.assigned_to && row.assigned_to !== operator)
        return refuse('assignedElsewhere', { message: `${row.assigned_to} has this conversation: take it over first.` })
      const other = await replyOfOther(tx, { id, seen, operator })
      if (other) return refuse('answeredMeanwhile', { message: `${other} has replied meanwhile: read it first.` })
    }
    const message = {
      id: messageId,
      author: 'support' as const,
      operator,
      text: body,
      attachmentIds: [],
      at: needs.clock.now(),
    }
    const added = (await addMessage(tx, row, message))!
    if (!row.assigned_to) await changeConversation(tx, id, { assigned_to: operator })
    await audit(tx, needs, {
      action: 'chat-replied',
      playerId: row.player_id,
      before: { isOpen: !row.closed_at, assignedTo: row.assigned_to },
      after: { isOpen: true, assignedTo: row.assigned_to ?? operator },
      detail: { conversation: id, message: message.id },
    })
    return ok(shown(added.message, operator, row))
  })
}

async function replyOfOther(
  tx: Tx,
  { id, seen, operator }: { id: string; seen: number; operator: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('chat.messages')
    .select('operator')
    .where('conversation_id', '=', id)
    .where('number', '>', seen)
    .where('operator', '<>', operator)
    .limit(1)
    .executeTakeFirst()
  return row?.operator ?? null
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

/** Refused if the visitor has written since the message with the number `seen`. */
export async function closeConversation(
  needs: Needs,
  { id, seen }: { id: string; seen?: number },
): Promise<Result<void, 'unknown' | 'wroteMeanwhile'>> {
  return needs.db.transaction(async (tx): Promise<Result<void, 'unknown' | 'wroteMeanwhile'>> => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    if (row.closed_at) return ok()
    if (seen !== undefined && row.last_number > seen) return refuse('wroteMeanwhile')
    await announceState(tx, await changeConversation(tx, id, { closed_at: needs.clock.now() }))
    await audit(tx, needs, {
      action: 'chat-closed',
      playerId: row.player_id,
      before: { isOpen: true },
      after: { isOpen: false },
      detail: { conversation: id },
    })
    return ok()
  })
}

type Assignment = {
  id: string
  /** Null to unassign the conversation. */
  operator: string | null
  /** To whom it was assigned when the operator looked; absent if that does not matter. */
  seen?: string | null
}

export async function assign(
  needs: Needs,
  { id, operator, seen }: Assignment,
): Promise<Result<void, 'unknown' | 'assignedMeanwhile'>> {
  return needs.db.transaction(async (tx): Promise<Result<void, 'unknown' | 'assignedMeanwhile'>> => {
    const row = await lockConversationById(tx, id)
    if (!row) return refuse('unknown')
    if (row.assigned_to === operator) return ok()
    if (seen !== undefined && row.assigned_to !== seen)
      return refuse('assignedMeanwhile', {
        message: row.assigned_to
          ? `${row.assigned_to} has this conversation now.`
          : 'Nobody has this conversation now.',
      })
    await changeConversation(tx, id, { assigned_to: operator })
    await audit(tx, needs, {
      action: 'chat-assigned',
      playerId: row.player_id,
      before: row.assigned_to,
      after: operator,
      detail: { conversation: id },
    })
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
