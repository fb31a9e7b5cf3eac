/** What calls of the desk have: the operator's session, and answers that set or clear its cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../deps.ts'
import type { OperatorActor } from '../actor.ts'
import type { Approval } from '../audit.ts'
import type { BoundRoute } from './bind.ts'

/** `__Host-` binds it to this host and to https; browsers make an exception for localhost. */
const cookieName = '__Host-desk'

export type DeskCtx = Ctx & {
  actor: OperatorActor
  /** `tokenName` is that of the token with which a program called; null for a browser. */
  session: { sessionId: string; token: string; tokenName: string | null; steppedUpAt: Date | null }
  /** Every route of the desk, from which an approved request finds its verb. */
  routes: readonly BoundRoute[]
  /** Of an act that a second person has approved; the audit log names both. */
  approval?: Approval
}

/** A verb's value with which the browser receives a session, or loses it where `token` is null. */
export class CookieReply<Value> {
  readonly value: Value
  readonly token: string | null
  constructor(value: Value, token: string | null) {
    this.value = value
    this.token = token
  }
}

/** The act waits for a second person; `request` is null where nobody could approve it. */
export class WaitingReply {
  readonly request: string | null
  constructor(request: string | null) {
    this.request = request
  }
}

export function setCookie(reply: FastifyReply, token: string | null): void {
  const lifetime = token === null ? '; Max-Age=0' : ''
  reply.header('set-cookie', `${cookieName}=${token ?? ''}; Path=/; Secure; HttpOnly; SameSite=Strict${lifetime}`)
}

export function tokenIn({ headers }: FastifyRequest): string | null {
  return new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? null
}

/** Of a program; `Bearer` with anything that is no token of the desk is an empty one, which nobody has. */
export function bearerIn({ headers }: FastifyRequest): string | null {
  const { authorization } = headers
  return authorization === undefined ? null : (/^Bearer (fht_[\w-]{43})$/.exec(authorization)?.[1] ?? '')
}
