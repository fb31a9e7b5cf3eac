/** Documents with which players prove who they are, and the decisions about them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey } from './common.ts'
import { stateOf } from './queue.ts'
import { documentTypes } from '../verification.ts'

export const documentStates = ['pending', 'approved', 'declined'] as const

const Document = z.object({
  id: z.uuid(),
  playerId: z.uuid(),
  type: z.enum(documentTypes),
  /** The file name on the player's device. */
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  state: z.enum(documentStates),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  /** Of a declined document. */
  reason: z.string().nullable(),
})
export type DeskDocument = z.output<typeof Document>

const Case = z.object({
  document: Document,
  /** What the player has stated, to compare with the document. */
  player: z.object({
    id: z.uuid(),
    status: z.enum(['active', 'limited', 'blocked', 'closed']),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    country: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    identityVerifiedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    /** Further fields of the profile form, by field id. */
    details: z.record(z.string(), z.string()),
  }),
  /** All other documents of the player, newest first. */
  others: z.array(Document),
})
export type DocumentCase = z.output<typeof Case>

const params = z.object({ documentId: z.uuid() })
const documentNotFound = {
  status: HttpStatus.notFound,
  description: 'This document does not exist any more; the player may have deleted it',
}

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  access: 'operator',
  scope: 'players:read',
  summary: 'Documents in a state, those that have waited longest first, 50 at a time',
  query: z.object({
    state: z.enum(documentStates).default('pending'),
    after: PageKey,
  }),
  reply: z.object({ documents: z.array(Document), next: NextPage }),
})

export const documentsState = stateOf('/api/queues/documents', 'players:read', 'documents')

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{documentId}',
  access: 'operator',
  scope: 'players:read',
  summary: "A document beside its player's profile",
  params,
  reply: Case,
  refusals: { documentNotFound },
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{documentId}/file',
  access: 'operator',
  scope: 'players:read',
  summary: 'The file of a document',
  params,
  isDownload: true,
  refusals: { documentNotFound },
})

export const decideDocument = endpoint({
  method: 'POST',
  path: '/api/documents/{documentId}/decision',
  access: 'operator',
  scope: 'players:decide',
  summary: 'Approve or decline a document; the player is told, and reads the reason of a declined one',
  params,
  body: z.object({
    decision: z.enum(['approved', 'declined']),
    /** Required of a declined document. */
    reason: z.string().trim().max(500).default(''),
    /** `decidedAt` of the document that the operator saw: another decision since then is not replaced unseen. */
    seen: z.iso.datetime().nullable(),
  }),
  reply: Document,
  refusals: {
    documentNotFound,
    reasonMissing: { status: HttpStatus.unprocessable, description: 'Enter a reason: the player reads it' },
    decidedMeanwhile: { status: HttpStatus.conflict, description: 'Another operator has decided this document' },
  },
})
