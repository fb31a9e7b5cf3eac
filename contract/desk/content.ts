/** Texts that players read. */
import { z } from 'zod'
import { QuestionTopic, StaticPage } from '../content.ts'
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
  description: 'Somebody else has published these texts meanwhile. Yours are still in the form: compare both first',
}
const draftChanged = { status: HttpStatus.conflict, description: 'Somebody else has changed this draft meanwhile' }

export const listContent = endpoint({
  method: 'GET',
  path: '/api/content',
  access: 'operator',
  scope: 'content:read',
  summary: 'The locales, the files that each can have, such as pages/terms, and the drafts, the latest first',
  reply: z.object({
    locales: z.array(z.string()),
    files: z.array(z.string()),
    drafts: z.array(
      z.object({
        path: z.string(),
        at: z.iso.datetime(),
        actor: z.string(),
        publishAt: z.iso.datetime().nullable(),
        hasFailed: z.boolean(),
      }),
    ),
  }),
})

const Draft = z.object({
  data: Data,
  /** The version from which it was begun; 0 for the shipped texts. */
  base: z.number(),
  revision: z.number(),
  at: z.iso.datetime(),
  actor: z.string(),
  publication: z
    .object({
      at: z.iso.datetime(),
      actor: z.string(),
      reason: z.string(),
      /** Why the texts were not published at that time; null before it. */
      fault: z.enum(['contentInvalid', 'changedMeanwhile']).nullable(),
    })
    .nullable(),
})

const File = z.object({
  path: z.string(),
  /** As it is in force; null for a page that exists in no version yet. */
  data: Data.nullable(),
  /** The English texts, which stand in for missing ones. */
  english: Data.nullable(),
  /** The newest first; empty while the shipped texts are in force. */
  versions: z.array(z.object({ version: z.number(), at: z.iso.datetime(), actor: z.string(), comment: z.string() })),
  draft: Draft.nullable(),
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

const Fault = z.object({ path: z.array(z.string()), message: z.string() })
export type ContentFault = z.output<typeof Fault>

const Check = z.object({
  /** With the place of each; empty: it can be published. */
  faults: z.array(Fault),
  /** Texts that are missing; the shipped or English ones are shown. */
  missing: z.array(z.string()),
  /** What the site would receive, for pages and questions; null for texts that are parts of screens. */
  preview: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('page'), page: StaticPage }),
      z.object({ kind: z.literal('questions'), topics: z.array(QuestionTopic) }),
    ])
    .nullable(),
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

const seenDraft = z.number().int().min(0).describe('The revision of the draft that the person has seen; 0 for none')

export const saveContentDraft = endpoint({
  method: 'PUT',
  path: '/api/content-draft',
  access: 'operator',
  scope: 'content:do',
  summary: 'Save texts as the draft of their file, which players do not see; a time of its publication is removed',
  body: z.object({ path: Path, data: Data, base: z.number().int().min(0), draft: seenDraft }),
  bodyBytes,
  reply: z.object({ revision: z.number() }),
  refusals: { pathUnknown, draftChanged },
})

export const discardContentDraft = endpoint({
  method: 'POST',
  path: '/api/content-draft/end',
  access: 'operator',
  scope: 'content:do',
  summary: 'Throw the draft of a file away; the audit log keeps its texts',
  body: z.object({ path: Path, draft: seenDraft }),
  refusals: { draftChanged },
})

export const publishContent = endpoint({
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
    /** The draft ends with the publication. */
    draft: seenDraft,
  }),
  bodyBytes,
  reply: z.object({ version: z.number() }),
  refusals: { pathUnknown, contentInvalid, changedMeanwhile, draftChanged },
})

export const scheduleContent = endpoint({
  method: 'PUT',
  path: '/api/content-draft/publication',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Have a draft published at a later time; a draft has one time',
  body: z.object({ path: Path, draft: z.number().int().min(1), at: z.iso.datetime(), reason: Reason }),
  reply: z.object({ revision: z.number() }),
  refusals: {
    pathUnknown,
    contentInvalid,
    changedMeanwhile,
    draftChanged,
    momentPast: {
      status: HttpStatus.unprocessable,
      description: 'This time is past: choose a later one, or publish now',
    },
  },
})

export const unscheduleContent = endpoint({
  method: 'POST',
  path: '/api/content-draft/publication/end',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Remove the time at which a draft is published; the draft remains',
  body: z.object({ path: Path, draft: z.number().int().min(1), reason: Reason }),
  reply: z.object({ revision: z.number() }),
  refusals: { draftChanged },
})

export const restoreContent = endpoint({
  method: 'POST',
  path: '/api/content-restore',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Put an earlier version in force as a new one',
  body: z.object({
    path: Path,
    version: z.number().int().min(1),
    reason: Reason,
    /** The newest version that the person has seen. */
    seen: z.number().int().min(1),
  }),
  reply: z.object({ version: z.number() }),
  refusals: { versionNotFound, contentInvalid, noChange, changedMeanwhile },
})
