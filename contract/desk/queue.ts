/** Queues of work that waits for a person: how long they are, and who is looking at what. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import type { Scope } from './scopes.ts'

/** What an operator can be shown to look at, and the scope that reading it requires. */
export const claimKinds = {
  withdrawal: 'cashier:read',
  flag: 'cashier:read',
  document: 'players:read',
  message: 'support:read',
  conversation: 'support:read',
  complaint: 'complaints:read',
  marker: 'protection:read',
  household: 'protection:read',
} as const satisfies Record<string, Scope>
export type ClaimKind = keyof typeof claimKinds

const ClaimKind = z.enum(Object.keys(claimKinds) as [ClaimKind, ...ClaimKind[]])

const Claim = z.object({
  id: z.string(),
  operator: z.string(),
  /** Whether it is the caller's. */
  isOwn: z.boolean(),
  until: z.iso.datetime(),
})
export type Claim = z.output<typeof Claim>

export const QueueState = z.object({
  waiting: z.int(),
  /** The 500 that have waited longest, in order. */
  ids: z.array(z.string()),
  oldestAt: z.iso.datetime().nullable(),
  /** Of the last 50 decisions: the median time from the beginning of the wait; null before the first one. */
  medianMs: z.number().nullable(),
  claims: z.array(Claim),
})
export type QueueState = z.output<typeof QueueState>

/** Its own page asks for it every few seconds, so calls are not recorded. It names no player. */
export const stateOf = <const Path extends `/${string}`, const S extends Scope>(path: Path, scope: S, queue: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'operator',
    scope,
    isUnrecorded: true,
    summary: `The state of the queue of ${queue}`,
    reply: QueueState,
  })

const subject = { kind: ClaimKind, id: z.string().min(1).max(80) }
const refusals = {
  notPermitted: { status: HttpStatus.forbidden, description: 'Your roles do not include this queue' },
}

export const claim = endpoint({
  method: 'POST',
  path: '/api/claims',
  access: 'operator',
  scope: null,
  summary: 'Show the others that one is looking at something, for some minutes; the answer names who does already',
  body: z.object(subject),
  reply: Claim,
  refusals,
})

export const releaseClaim = endpoint({
  method: 'DELETE',
  path: '/api/claims/{kind}/{id}',
  access: 'operator',
  scope: null,
  summary: 'End showing that one is looking at something',
  params: z.object(subject),
})
