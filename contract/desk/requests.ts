/** Requests: acts that wait for a second person. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey, Reason } from './common.ts'

/** The body of the answer 202, with which every endpoint that may need a second person can answer. */
export const Waiting = z.object({ waiting: z.object({ request: z.uuid() }) })
export type Waiting = z.output<typeof Waiting>

export const requestStates = ['open', 'done', 'refused', 'withdrawn', 'expired'] as const

const Request = z.object({
  id: z.uuid(),
  /** The endpoint that waits, such as `POST /api/people`, and its summary. */
  endpoint: z.string(),
  summary: z.string(),
  /** What it is about, such as `operator mia`. */
  subject: z.string(),
  /** The input as it was sent: path, query and body together. */
  input: z.record(z.string(), z.unknown()),
  askedBy: z.string(),
  reason: z.string().nullable(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When whoever asked may carry it out alone; null if a second person must decide. */
  aloneFrom: z.iso.datetime().nullable(),
  state: z.enum(requestStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Of whoever refused it. */
  note: z.string().nullable(),
  /** What the operator who reads it may do with it. */
  may: z.array(z.enum(['approve', 'refuse', 'withdraw', 'carryOut'])),
})
export type DeskRequest = z.output<typeof Request>

const params = z.object({ id: z.uuid() })
const requestNotFound = { status: HttpStatus.notFound, description: 'No such request' }
const requestEnded = { status: HttpStatus.conflict, description: 'The request has ended already' }
const stepUpRequired = { status: HttpStatus.forbidden, description: 'Confirm with a code of your authenticator first' }
const notYours = { status: HttpStatus.forbidden, description: 'You cannot decide this request' }
const approvalRefusals = {
  requestNotFound,
  requestEnded,
  stepUpRequired,
  notYours,
  subjectChanged: { status: HttpStatus.conflict, description: 'What it is about has changed since; ask again' },
  askerLostRight: { status: HttpStatus.conflict, description: 'Whoever asked no longer has the right to do this' },
  actRefused: { status: HttpStatus.conflict, description: 'The act itself is refused at the moment' },
}
/** The reply of the endpoint that waited. */
const Outcome = z.object({ result: z.record(z.string(), z.unknown()) })

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  access: 'operator',
  scope: null,
  summary: 'Requests of the areas that you may read: open ones oldest first, or ended ones newest first, 50 at a time',
  query: z.object({
    state: z.enum(['open', 'ended']).default('open'),
    after: PageKey,
  }),
  reply: z.object({ requests: z.array(Request), next: NextPage }),
})

export const readRequest = endpoint({
  method: 'GET',
  path: '/api/requests/{id}',
  access: 'operator',
  scope: null,
  summary: 'One request',
  params,
  reply: Request,
  refusals: { requestNotFound },
})

export const approveRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/approval',
  access: 'operator',
  scope: null,
  summary: 'Approve a request of another operator, which carries it out in their name',
  params,
  reply: Outcome,
  refusals: approvalRefusals,
})

export const carryOutRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/act',
  access: 'operator',
  scope: null,
  summary: 'Carry out an own request that nobody else could approve, 24 hours after it was asked',
  params,
  reply: Outcome,
  refusals: {
    ...approvalRefusals,
    tooEarly: { status: HttpStatus.conflict, description: 'It can be carried out later' },
  },
})

export const refuseRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/refusal',
  access: 'operator',
  scope: null,
  summary: 'Refuse a request of another operator',
  params,
  body: z.object({ reason: Reason }),
  refusals: { requestNotFound, requestEnded, notYours },
})

export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/api/requests/{id}',
  access: 'operator',
  scope: null,
  summary: 'Withdraw an own request',
  params,
  refusals: { requestNotFound, requestEnded, notYours },
})
