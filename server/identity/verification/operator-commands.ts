/** Operator commands for players' documents: list, download, decide. */
import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { decideDocument } from './decide-document.ts'
import { findAnyDocument, listForReview, ownersWhoLeft } from './review-documents.ts'
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../kernel/operator-commands.ts'

const listedAtMost = 200
const states = { pending: 1, approved: 2, declined: 3 } as const
const nameOf = (status: number) => Object.entries(states).find(([, id]) => id === status)?.[0] ?? String(status)

export const documentCommands: OperatorCommands = {
  list: { usage: 'list [pending|approved|declined]', about: 'Lists documents, the longest waiting first', run: list },
  save: { usage: 'save <id> <file>', about: 'Writes the decrypted document to a file', run: save },
  approve: {
    usage: 'approve <id>',
    about: 'Approves a document and notifies the player',
    run: (context, [id]) => decide(context, id, 'approved', null),
  },
  decline: {
    usage: 'decline <id> <reason …>',
    about: 'Declines a document; the player sees the reason',
    run: (context, [id, ...reason]) => decide(context, id, 'declined', reasonOf(reason, 'the player sees it')),
  },
}

async function list({ db, print }: OperatorContext, [state = 'pending']: string[]): Promise<void> {
  if (!Object.hasOwn(states, state))
    throw new CommandError(`Unknown state ${state}: choose pending, approved or declined.`)
  const rows = await listForReview(db, { status: states[state as keyof typeof states], limit: listedAtMost })
  if (rows.length === 0) return print(`No documents are ${state}.`)
  const closed = await ownersWhoLeft(db, rows)
  for (const { id, created_at, type, mime_type, size, name, player_id, comment } of rows) {
    print(
      [
        id,
        created_at.toISOString().slice(0, 16),
        type.padEnd(8),
        mime_type.padEnd(15),
        `${Math.ceil(size / 1024)} KiB`.padStart(9),
        player_id,
        name,
        closed.has(player_id) && '(account closed)',
        comment && `— ${comment}`,
      ]
        .filter(Boolean)
        .join('  '),
    )
  }
}

async function save(context: OperatorContext, [id, path]: string[]): Promise<void> {
  const { storage, print } = context
  if (!path) throw new CommandError('Enter the file to write to.')
  if (existsSync(path)) throw new CommandError(`${path} already exists.`)
  const document = await findAnyDocument(context, validDocumentId(id))
  const file = document && (await storage.open(document.id))
  if (!document || !file)
    throw new CommandError(document ? 'The file of this document is missing.' : 'No such document.')
  await pipeline(file.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  print(`${document.name} (${document.mimeType}) was saved to ${path}. Delete it after review.`)
}

async function decide(
  context: OperatorContext,
  id: string | undefined,
  decision: 'approved' | 'declined',
  reason: string | null,
): Promise<void> {
  const decided = await decideDocument(context, { id: validDocumentId(id), decision, reason })
  if (!decided.ok)
    throw new CommandError(
      decided.refusal === 'reasonMissing' ? 'Enter a reason: the player sees it.' : 'No such document.',
    )
  const { isAccountClosed } = decided.value
  const { name, status } = decided.value.row
  const line = `${name} is ${nameOf(status)}.`
  context.print(isAccountClosed ? `${line} The account is closed, so the player is not notified.` : line)
}

function validDocumentId(id: string | undefined): string {
  if (!z.uuid().safeParse(id).success) throw new CommandError("Enter the document's id: see documents list.")
  return id!
}
