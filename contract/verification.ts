/** Identity verification: uploaded documents and checks by an external provider. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const DocumentStatus = { pending: 1, approved: 2, declined: 3 } as const
export const documentTypes = ['identity', 'address', 'funds', 'payment', 'other'] as const
export const PlayerDocument = z.object({
  id: z.uuid(),
  type: z.enum(documentTypes),
  /** The file name given by the player's device; never used as a path. */
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  /** 1 pending, 2 approved, 3 declined. */
  status: z.int(),
  /** The reason for declining it. */
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type PlayerDocument = z.infer<typeof PlayerDocument>

const ById = z.object({ id: z.uuid() })
export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/player/documents',
  access: 'player',
  summary: "List the player's documents, newest first",
  reply: z.array(PlayerDocument),
})
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/player/documents',
  access: 'player',
  summary: 'Upload a document',
  multipart: z.object({ type: z.enum(documentTypes), file: z.file() }),
  reply: PlayerDocument,
  refusals: {
    fieldsInvalid: { status: 422, fields: true },
    fileRefused: { status: 422, fields: true, description: 'Not a picture or PDF, too large, too many pixels' },
    quotaReached: { status: 422, fields: true },
    tooManyAttempts: { status: 429 },
  },
})
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/player/documents/{id}/file',
  access: 'player',
  summary: 'Download the file',
  params: ById,
  isDownload: true,
  refusals: { documentNotFound: { status: 404 } },
})
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/player/documents/{id}',
  access: 'player',
  summary: 'Delete a document that has not been approved',
  params: ById,
  refusals: { documentNotFound: { status: 404 }, documentApproved: { status: 422 } },
})

export const IdentityCheckStatus = z.enum(['none', 'pending', 'approved', 'retry', 'rejected'])
export const readIdentityCheck = endpoint({
  method: 'GET',
  path: '/api/player/services/sumsub',
  access: 'player',
  summary: 'Get the status of the identity check',
  reply: z.object({
    isEnabled: z.boolean(),
    status: IdentityCheckStatus,
    comment: z.string().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  }),
})
export const authIdentityCheck = endpoint({
  method: 'POST',
  path: '/api/player/services/sumsub/auth',
  access: 'player',
  summary: "Get a token and the script for the provider's identity check",
  reply: z.object({ token: z.string(), scriptUrl: z.string(), expiresAt: z.iso.datetime() }),
  refusals: {
    identityCheckOff: { status: 404 },
    providerUnavailable: { status: 503 },
    tooManyAttempts: { status: 429 },
  },
})

/** The provider's webhook about a check; the signature covers the raw body. */
export const identityCheckCallback = endpoint({
  method: 'POST',
  path: '/api/partners/identity-check/{partner}/callback',
  access: 'partner',
  summary: 'Signed notice of an identity check provider',
  params: z.object({ partner: z.string().max(32) }),
  bodyBytes: 64 * 1024,
  reply: z.object({ accepted: z.literal(true) }),
  refusals: { signatureInvalid: { status: 401 }, unknownPartner: { status: 404 } },
})
