/** Complaints at the desk: the queue by its clock, the answer, the final letter, and the evidence. */
import { z } from 'zod'
import { Complaint, complaintCategories, complaintOutcomes, ComplaintText } from '../complaints.ts'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey } from './common.ts'
import { stateOf } from './queue.ts'

const DeskComplaint = Complaint.extend({
  playerId: z.uuid(),
  locale: z.string(),
  answeredBy: z.string().nullable(),
  finalBy: z.string().nullable(),
  /** Other complaints of the player in the same category. */
  related: z.array(z.object({ id: z.uuid(), number: z.int(), status: z.string() })),
  /** Whom the final letter will name; null without the setting. */
  disputeBody: z.string().nullable(),
})
export type DeskComplaint = z.output<typeof DeskComplaint>

const params = z.object({ complaintId: z.uuid() })
const complaintNotFound = { status: HttpStatus.notFound, description: 'There is no such complaint' }
const decision = { text: ComplaintText, outcome: z.enum(complaintOutcomes) }

export const complaintsState = stateOf('/api/queues/complaints', 'complaints:read', 'complaints')

export const listComplaintsAtDesk = endpoint({
  method: 'GET',
  path: '/api/complaints',
  access: 'operator',
  scope: 'complaints:read',
  summary: 'Complaints, those that are due first at the top, 50 at a time',
  query: z.object({
    state: z.enum(['waiting', 'answered', 'ended']).default('waiting'),
    category: z.enum(complaintCategories).optional(),
    after: PageKey,
  }),
  reply: z.object({
    complaints: z.array(DeskComplaint.omit({ related: true, disputeBody: true })),
    next: NextPage,
  }),
})

export const readComplaintAtDesk = endpoint({
  method: 'GET',
  path: '/api/complaints/{complaintId}',
  access: 'operator',
  scope: 'complaints:read',
  // The verb records what is read, with the player.
  isUnrecorded: true,
  summary: 'A complaint',
  params,
  reply: DeskComplaint,
  refusals: { complaintNotFound },
})

export const answerComplaint = endpoint({
  method: 'POST',
  path: '/api/complaints/{complaintId}/answer',
  access: 'operator',
  scope: 'complaints:do',
  summary: 'Answer, once; the player may accept the answer or dispute it',
  params,
  bodyBytes: 48 * 1024,
  body: z.object(decision),
  reply: DeskComplaint,
  refusals: {
    complaintNotFound,
    answeredMeanwhile: { status: HttpStatus.conflict, description: 'This complaint was answered before' },
  },
})

export const sendFinalLetter = endpoint({
  method: 'POST',
  path: '/api/complaints/{complaintId}/final',
  access: 'operator',
  scope: 'complaints:decide',
  summary: 'End a complaint with the final letter, which names the dispute body',
  params,
  bodyBytes: 48 * 1024,
  body: z.object(decision),
  reply: DeskComplaint,
  refusals: {
    complaintNotFound,
    endedMeanwhile: { status: HttpStatus.conflict, description: 'This complaint has ended' },
  },
})

export const downloadEvidence = endpoint({
  method: 'GET',
  path: '/api/complaints/{complaintId}/evidence',
  access: 'operator',
  scope: 'complaints:decide',
  summary: 'Everything about the complaint and its player, with the letters, as one signed file of JSON lines',
  params,
  isDownload: true,
  refusals: { complaintNotFound },
})
