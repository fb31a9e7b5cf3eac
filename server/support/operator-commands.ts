/** Operator commands for the support chat. */
import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { chatLimits } from '#contract/fields/chat-limits.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../kernel/operator-commands.ts'
import { listOperators } from '../operators/index.ts'
import {
  assign,
  closeConversation,
  findAttachment,
  listConversations,
  openForOperator,
  reply,
  typing,
} from './administer.ts'

const listedAtMost = 200

export const chatCommands: OperatorCommands = {
  list: { usage: 'list [open|closed]', about: 'Lists conversations, the longest unanswered first', run: list },
  show: { usage: 'show <id>', about: 'Prints a conversation; the visitor sees that it was read', run: show },
  reply: { usage: 'reply <id> <text …>', about: 'Replies in a conversation', run: send },
  typing: { usage: 'typing <id>', about: 'Shows the player for some seconds that someone is writing', run: type },
  close: { usage: 'close <id>', about: 'Closes a conversation; the next message opens it again', run: close },
  assign: { usage: 'assign <id> <operator|none>', about: 'Assigns a conversation to an operator', run: assignTo },
  save: { usage: 'save <attachment> <file>', about: 'Writes a decrypted attachment to a file', run: save },
}

async function list({ db, print }: OperatorContext, [which = 'open']: string[]): Promise<void> {
  if (which !== 'open' && which !== 'closed') throw new CommandError(`Unknown state ${which}: choose open or closed.`)
  const rows = await listConversations(db, { state: which, limit: listedAtMost })
  if (rows.length === 0) return print(`No conversations are ${which}.`)
  for (const { id, lastMessageAt, unread, playerId, assignedTo, excerpt } of rows)
    print(
      [
        id,
        lastMessageAt.toISOString().slice(0, 16),
        `${unread} unread`.padStart(9),
        playerId ?? 'guest',
        assignedTo ?? '–',
        excerpt.replaceAll(/\s+/g, ' ').slice(0, 60),
      ].join('  '),
    )
}

async function show(context: OperatorContext, [id]: string[]): Promise<void> {
  const { print } = context
  const opened = await openForOperator(context, { id: checked(id) })
  if (!opened.ok) throw unknown()
  const { conversation, messages, isTyping } = opened.value
  const { playerId, locale, assignedTo, isClosed } = conversation
  print(`${playerId ?? 'guest'}, ${locale}, ${isClosed ? 'closed' : 'open'}, assigned to ${assignedTo ?? 'nobody'}`)
  for (const { author, operator, isReadByVisitor, createdAt, text, attachments } of messages) {
    print(
      `${createdAt.slice(0, 16)}  ${author === 'visitor' ? 'visitor' : operator}${isReadByVisitor ? '' : '  (unread)'}`,
    )
    // Indented, so that no message can look like the heading of another.
    for (const line of text.split(/\r\n|\r|\n/)) print(`    ${line}`)
    for (const file of attachments)
      print(`    [${file.mimeType}, ${Math.ceil(file.size / 1024)} KiB] ${file.name}: ${file.id}`)
  }
  if (isTyping) print('The visitor is writing.')
}

async function send(context: OperatorContext, [id, ...text]: string[]): Promise<void> {
  const sent = await reply(context, { id: checked(id), text: text.join(' ') })
  if (sent.ok) return context.print('The reply was sent.')
  if (sent.refusal === 'unknown') throw unknown()
  throw new CommandError(
    {
      empty: 'Enter the text of the reply.',
      tooLong: `A reply has at most ${chatLimits.maxLetters} characters.`,
      accountClosed: 'The player has closed the account, and reads no replies any more.',
      notText: 'The reply contains control or bidirectional formatting characters.',
      assignedElsewhere: 'Another operator has this conversation.',
      answeredMeanwhile: 'Another operator has replied meanwhile.',
    }[sent.refusal],
  )
}

async function type(context: OperatorContext, [id]: string[]): Promise<void> {
  const noted = await typing(context, checked(id))
  if (noted.ok) return
  throw noted.refusal === 'guest' ? new CommandError('Guests do not see who is writing.') : unknown()
}

async function close(context: OperatorContext, [id]: string[]): Promise<void> {
  const closed = await closeConversation(context, { id: checked(id) })
  if (!closed.ok) throw unknown()
  context.print('The conversation is closed.')
}

async function assignTo(context: OperatorContext, [id, name]: string[]): Promise<void> {
  if (!name) throw new CommandError('Enter the name of an operator, or none.')
  const isKnown = (await listOperators(context)).some((operator) => operator.name === name && !operator.endedAt)
  if (name !== 'none' && !isKnown) throw new CommandError(`No active operator ${name}.`)
  const assigned = await assign(context, { id: checked(id), operator: name === 'none' ? null : name })
  if (!assigned.ok) throw unknown()
  context.print(name === 'none' ? 'The conversation is assigned to nobody.' : `Assigned to ${name}.`)
}

async function save(context: OperatorContext, [id, path]: string[]): Promise<void> {
  if (!path) throw new CommandError('Enter the file to write to.')
  if (existsSync(path)) throw new CommandError(`${path} already exists.`)
  const attachment = await findAttachment(context, checked(id))
  const file = attachment && (await context.storage.open(id!))
  if (!attachment || !file) throw new CommandError('No such attachment.')
  await pipeline(file.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  context.print(`${attachment.name} (${attachment.mimeType}) was saved to ${path}. Delete it after use.`)
}

function checked(id: string | undefined): string {
  if (!z.uuid().safeParse(id).success) throw new CommandError('Enter the id: see chat list.')
  return id!
}

const unknown = () => new CommandError('No such conversation.')
