/** Texts that players read. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

/** `<locale>/<directory>/<file>`, such as `de/pages/terms`. */
const Path = z.string().min(3).max(200)
const Data = z.record(z.string(), z.unknown())
const bodyBytes = 524_288

const pathUnknown = { status: HttpStatus.notFound, description: 'There are no such texts' }
const contentInvalid = { status: HttpStatus.unprocessable, description: 'The texts are not valid' }
const versionNotFound = { status: HttpStatus.notFound, description: 'There is no such version' }
const noChange = { status: HttpStatus.conflict, description: 'This version is in force' }
const changedMeanwhile = {
  status: HttpStatus.conflict,
  description: 'Somebody else has published these texts meanwhile: copy yours, load the page again and compare',
}

export const listContent = endpoint({
  method: 'GET',
  path: '/api/content',
  access: 'operator',
  scope: 'content:read',
  summary: 'The locales, and the files that each can have, such as pages/terms',
  reply: z.object({ locales: z.array(z.string()), files: z.array(z.string()) }),
})

const File = z.object({
  path: z.string(),
  /** As it is in force; null for a page that exists in no version yet. */
  data: Data.nullable(),
  /** The English texts, which stand in for missing ones. */
  english: Data.nullable(),
  /** The newest first; empty while the shipped texts are in force. */
  versions: z.array(z.object({ version: z.number(), at: z.iso.datetime(), actor: z.string(), comment: z.string() })),
})
export type ContentFile = z.output<typeof File>

export const readContentFile = endpoint({
  method: 'GET',
  path: '/api/content-file',
  access: 'operator',
  scope: 'content:read',
  summary: 'The texts of a file and its versions',
  query: z.object({ path: Path }),
  reply: File,
  refusals: { pathUnknown },
})

const Check = z.object({
  /** Empty: it can be published. */
  faults: z.array(z.string()),
  /** Texts that are missing; the shipped or English ones are shown. */
  missing: z.array(z.string()),
  /** What players would read, line by line. */
  preview: z.array(z.string()),
})
export type ContentCheck = z.output<typeof Check>

export const checkContent = endpoint({
  method: 'POST',
  path: '/api/content-check',
  access: 'operator',
  scope: 'content:do',
  summary: 'Check texts without publishing them',
  body: z.object({ path: Path, data: Data }),
  bodyBytes,
  reply: Check,
  refusals: { pathUnknown },
})

export const publishDeskContent = endpoint({
  method: 'POST',
  path: '/api/content-file',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Publish texts as a new version',
  body: z.object({
    path: Path,
    data: Data,
    reason: Reason,
    /** The newest version that the person has seen; 0 for none. */
    seen: z.number().int().min(0),
  }),
  bodyBytes,
  reply: z.object({ version: z.number() }),
  refusals: { pathUnknown, contentInvalid, changedMeanwhile },
})

export const restoreContent = endpoint({
  method: 'POST',
  path: '/api/content-restore',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Put an earlier version in force as a new one',
  body: z.object({ path: Path, version: z.number().int().min(1), reason: Reason }),
  reply: z.object({ version: z.number() }),
  refusals: { versionNotFound, contentInvalid, noChange },
})
