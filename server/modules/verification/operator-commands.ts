/** Documents of players: which wait, what is in them, and what is decided. */
import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { decideDocument } from './decide-document.ts'
import { findAnyDocument, listForReview } from './review-documents.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../platform/operator-commands.ts'

const states = { pending: 1, approved: 2, declined: 3 } as const
const nameOf = (status: number) => Object.entries(states).find(([, id]) => id === status)?.[0] ?? String(status)

export const documentCommands: OperatorCommands = {
  list: { usage: 'list [pending|approved|declined]', about: 'Documents, the longest waiting first', run: list },
  save: { usage: 'save <id> <file>', about: 'Writes the decrypted document to a file', run: save },
  approve: {
    usage: 'approve <id>',
    about: 'Accepts a document and tells the player',
    run: (desk, [id]) => decide(desk, id, 'approved', null),
  },
  decline: {
    usage: 'decline <id> <reason>',
    about: 'Declines it; the player reads the reason',
    run: (desk, [id, ...reason]) => decide(desk, id, 'declined', reason.join(' ').trim() || null),
  },
}

async function list({ db, say }: OperatorContext, [state = 'pending']: string[]): Promise<void> {
  if (!Object.hasOwn(states, state))
    throw new CommandError(`There is no state ${state}: pending, approved or declined.`)
  const rows = await listForReview(db, states[state as keyof typeof states])
  if (rows.length === 0) return say(`No documents are ${state}.`)
  for (const { id, createdAt, type, mimeType, size, name, player, comment } of rows) {
    say(
      [
        id,
        createdAt.toISOString().slice(0, 16),
        type.padEnd(8),
        mimeType.padEnd(15),
        `${Math.ceil(size / 1024)} KiB`.padStart(9),
        player,
        name,
        comment && `— ${comment}`,
      ]
        .filter(Boolean)
        .join('  '),
    )
  }
}

async function save({ db, storage, say }: OperatorContext, [id, path]: string[]): Promise<void> {
  if (!path) throw new CommandError('Name the file to write it to.')
  if (existsSync(path)) throw new CommandError(`${path} is there already.`)
  const document = await findAnyDocument(db, checked(id))
  const file = document && (await storage.open(document.id))
  if (!document || !file)
    throw new CommandError(document ? 'The file of this document is missing.' : 'There is no such document.')
  await pipeline(file.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  say(`${document.name} (${document.mimeType}) is in ${path}. Delete it there when you have looked at it.`)
}

async function decide(
  desk: OperatorContext,
  id: string | undefined,
  decision: 'approved' | 'declined',
  reason: string | null,
): Promise<void> {
  const decided = await decideDocument(desk, { id: checked(id), decision, reason })
  if (!decided.ok)
    throw new CommandError(
      decided.refusal === 'reasonMissing' ? 'Say why: the player reads it.' : 'There is no such document.',
    )
  desk.say(`${decided.value.name} is ${nameOf(decided.value.status)}.`)
}

function checked(id: string | undefined): string {
  if (!z.uuid().safeParse(id).success) throw new CommandError('Name the document by its id, as the list shows it.')
  return id!
}
