/** Notes and tags of operators about a player. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  at: z.iso.datetime(),
  withdrawn: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type Note = z.output<typeof Note>

const params = z.object({ playerId: z.uuid() })
const Tag = z.string().regex(/^[a-z0-9-]{1,32}$/, 'has 1 to 32 lower-case letters, digits and hyphens')
const playerNotFound = { status: HttpStatus.notFound, description: 'There is no such player' }

export const readNotes = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/notes',
  access: 'operator',
  scope: 'players:read',
  summary: 'The last 200 notes, the newest first, the tags of the player, and tags that others have',
  params,
  reply: z.object({ notes: z.array(Note), tags: z.array(z.string()), known: z.array(z.string()) }),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/notes',
  access: 'operator',
  scope: 'players:do',
  summary: 'Write a note; repeated with the same id, it is written once',
  params,
  body: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(4000) }),
  bodyBytes: 20_000,
  refusals: { playerNotFound },
})

export const withdrawNote = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/notes/{noteId}/withdrawal',
  access: 'operator',
  scope: 'players:do',
  summary: 'Withdraw a note, which stays readable with the reason',
  params: params.extend({ noteId: z.uuid() }),
  body: z.object({ reason: Reason }),
  refusals: {
    noteNotFound: { status: HttpStatus.notFound, description: 'There is no such note' },
    alreadyWithdrawn: { status: HttpStatus.conflict, description: 'Somebody has withdrawn it already' },
  },
})

export const addTag = endpoint({
  method: 'PUT',
  path: '/api/players/{playerId}/tags/{tag}',
  access: 'operator',
  scope: 'players:do',
  summary: 'Tag a player; accounts with the tag `test` are left out of reports',
  params: params.extend({ tag: Tag }),
  refusals: { playerNotFound },
})

export const removeTag = endpoint({
  method: 'DELETE',
  path: '/api/players/{playerId}/tags/{tag}',
  access: 'operator',
  scope: 'players:do',
  summary: 'Remove a tag of a player',
  params: params.extend({ tag: Tag }),
})
