/** `npm run operator -- communications …`: messages from the contact form, and replies to them. */
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { answerCommunication } from './answer-communication.ts'
import { findCommunication, listCommunications } from './list-communications.ts'

const refusals = {
  communicationNotFound: 'No such message: see communications list.',
  alreadyAnswered: 'This message has been answered before: see communications show.',
  answerInvalid: 'Enter a reply of at most 4000 characters.',
}
const listed = 200

export const communicationCommands: OperatorCommands = {
  list: {
    usage: 'list [all]',
    about: 'Lists messages from the contact form without a reply, the longest waiting first',
    run: (context, [which]) => list(context, which),
  },
  show: { usage: 'show <id>', about: 'Prints a message and its reply', run: (context, [id]) => show(context, id) },
  answer: {
    usage: 'answer <id> <text …>',
    about: 'Replies by mail, and on the site if the sender was signed in',
    async run(context, [id, ...words]) {
      const replied = await answerCommunication(context, { id: checked(id), answer: words.join(' ') })
      if (!replied.ok) throw new CommandError(refusals[replied.refusal])
      context.print(`The reply goes to ${replied.value.email}.`)
    },
  },
}

async function list(context: OperatorContext, which: string | undefined): Promise<void> {
  if (which !== undefined && which !== 'all') throw new CommandError(`Unknown choice ${which}: enter all, or nothing.`)
  const rows = await listCommunications(context.db, { state: which === 'all' ? 'all' : 'waiting', limit: listed })
  if (rows.length === 0) context.print('No message is waiting for a reply.')
  for (const { id, created_at, locale, email, player_id, message, answered_at } of rows)
    context.print(
      [
        id,
        created_at.toISOString().slice(0, 16),
        locale.padEnd(5),
        player_id ? 'player' : 'guest ',
        answered_at ? 'answered' : 'waiting ',
        email,
        message.replaceAll(/\s+/g, ' ').slice(0, 60),
      ].join('  '),
    )
}

async function show(context: OperatorContext, id: string | undefined): Promise<void> {
  const row = await findCommunication(context.db, checked(id))
  if (!row) throw new CommandError(refusals.communicationNotFound)
  context.print(`${row.created_at.toISOString()}  ${row.locale}  ${row.email}  player ${row.player_id ?? 'none'}`)
  context.print(row.message)
  if (row.answered_at) context.print(`\n${row.answered_at.toISOString()}  reply of ${row.operator}:\n${row.answer}`)
}

function checked(id: string | undefined): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? ''))
    throw new CommandError('Enter the id of the message: see communications list.')
  return id!
}
