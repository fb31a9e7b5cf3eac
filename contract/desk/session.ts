/** Signing in at the desk with a password and a code of an authenticator; the session is a cookie. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'

export const longestPassword = 200
export const shortestPassword = 12

const Code = z.string().max(20)
const Password = z.string().max(longestPassword)

export const Operator = z.object({
  name: z.string(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  /** Sent as `x-desk-token` with every call that changes something. */
  forgeryToken: z.string(),
  /** Until then, rights can be changed without another confirmation. */
  steppedUpUntil: z.iso.datetime().nullable(),
  /** This is a restored copy, which calls no partner and sends nothing. */
  isDrill: z.boolean(),
})
export type DeskOperator = z.output<typeof Operator>

export const signInRefusals = {
  signInRefused: { status: HttpStatus.unprocessable, description: 'Name, password or code is wrong' },
  tooManyAttempts: { status: HttpStatus.tooManyRequests, description: 'Too many attempts; try again later' },
}

export const invitationRefusals = {
  invitationEnded: { status: HttpStatus.gone, description: 'The invitation was used, replaced or has expired' },
}
/** Random, of 256 bits. */
export const Token = z.string().regex(/^[\w-]{43}$/)

export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  access: 'public',
  summary: 'Sign in with name, password and code',
  body: z.object({ name: z.string().max(40), password: Password, code: Code }),
  reply: Operator,
  refusals: signInRefusals,
})

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'operator',
  scope: null,
  summary: 'Who is signed in, and what they may do',
  reply: Operator,
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  access: 'operator',
  scope: null,
  summary: 'End this session',
})

export const stepUp = endpoint({
  method: 'POST',
  path: '/api/session/step-up',
  access: 'operator',
  scope: null,
  summary: 'Confirm with a new code of the authenticator, before rights are changed',
  body: z.object({ code: Code }),
  reply: Operator,
  refusals: {
    codeRefused: { status: HttpStatus.unprocessable, description: 'The code is wrong or was used' },
    tooManyAttempts: signInRefusals.tooManyAttempts,
  },
})

export const Session = z.object({
  id: z.uuid(),
  isThisOne: z.boolean(),
  /** Of a token; null for a session of a browser. */
  token: z.string().nullable(),
  address: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  activeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type DeskSession = z.output<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'operator',
  scope: null,
  summary: 'Own open sessions and tokens',
  reply: z.array(Session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'operator',
  scope: null,
  summary: 'End one of the own sessions, or revoke one of the own tokens',
  params: z.object({ id: z.uuid() }),
  refusals: { sessionNotFound: { status: HttpStatus.notFound, description: 'No such open session' } },
})

/** Of tokens, which a person reads in the list of sessions and in the audit log. */
export const tokenName = /^[\p{L}\p{N}][\p{L}\p{N}@._-]{0,59}$/u
export const longestTokenDays = 365

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'operator',
  scope: null,
  summary:
    'Create a token for the command line, with the rights that one has at the time of each call; only in a browser',
  body: z.object({
    name: z.string().regex(tokenName),
    /** After which it expires. */
    days: z.int().min(1).max(longestTokenDays).default(90),
  }),
  reply: z.object({
    id: z.uuid(),
    /** Shown once. */
    token: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  refusals: {
    stepUpRequired: { status: HttpStatus.forbidden, description: 'Confirm with a passkey or a code first' },
    notByToken: { status: HttpStatus.forbidden, description: 'A token cannot create another one: sign in' },
    tokenNameTaken: { status: HttpStatus.conflict, description: 'You have a token with this name: revoke it first' },
    tooManyTokens: { status: HttpStatus.conflict, description: 'You have 20 tokens: revoke one first' },
  },
})

export const beginEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolment',
  access: 'public',
  summary: 'Read an invitation: the name, and the key for the authenticator',
  body: z.object({ token: Token }),
  reply: z.object({ name: z.string(), key: z.string(), uri: z.string() }),
  refusals: { ...invitationRefusals, tooManyAttempts: signInRefusals.tooManyAttempts },
})

export const completeEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolment/complete',
  access: 'public',
  summary: 'Set a password and confirm the authenticator; signs in',
  body: z.object({ token: Token, password: Password, code: Code }),
  reply: Operator,
  refusals: {
    ...invitationRefusals,
    passwordRefused: { status: HttpStatus.unprocessable, description: 'The password is too short or easy to guess' },
    codeRefused: { status: HttpStatus.unprocessable, description: 'The code is wrong or was used' },
    tooManyAttempts: signInRefusals.tooManyAttempts,
  },
})
