/** Passkeys of operators: registered, named and removed by their owner, and accepted for signing in and stepping up. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isPlainText } from '../fields/text.ts'
import * as HttpStatus from '../statuses.ts'
import { invitationRefusals, Operator, signInRefusals, Token } from './session.ts'

/** What a browser's WebAuthn functions take and return. */
const WebAuthn = z.record(z.string(), z.unknown())
const answerBytes = 16 * 1024

const Name = z.string().trim().min(1).max(64).refine(isPlainText, 'A name is one line of text')

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

export const passkeyRefusals = {
  stepUpRequired: { status: HttpStatus.forbidden, description: 'Confirm with a passkey or a code first' },
  passkeyNotFound: { status: HttpStatus.notFound, description: 'No such passkey' },
  lastFactor: {
    status: HttpStatus.conflict,
    description: 'Without an authenticator, the last passkey is the only way to sign in',
  },
}
const { stepUpRequired, passkeyNotFound, lastFactor } = passkeyRefusals
const passkeyRefused = {
  status: HttpStatus.unprocessable,
  description: 'The passkey is unknown, its answer is not valid, or the request expired',
}
const { tooManyAttempts } = signInRefusals

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'operator',
  scope: null,
  summary: 'Own passkeys',
  reply: z.array(Passkey),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  access: 'operator',
  scope: null,
  summary: 'Get the options for navigator.credentials.create',
  reply: WebAuthn,
  refusals: { stepUpRequired },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'operator',
  scope: null,
  summary: 'Add a passkey',
  body: z.object({ name: Name, attestation: WebAuthn }),
  bodyBytes: answerBytes,
  reply: Passkey,
  refusals: { stepUpRequired, passkeyRefused },
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/passkeys/{id}',
  access: 'operator',
  scope: null,
  summary: 'Rename one of the own passkeys',
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: Name }),
  refusals: { stepUpRequired, passkeyNotFound },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/{id}',
  access: 'operator',
  scope: null,
  summary: 'Remove one of the own passkeys',
  params: z.object({ id: z.uuid() }),
  refusals: { stepUpRequired, passkeyNotFound, lastFactor },
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/session/passkey/options',
  access: 'public',
  summary: 'Get the options for navigator.credentials.get, to sign in',
  /** `attempt` is sent with the answer, which is worth nothing without it. */
  reply: z.object({ attempt: Token, options: WebAuthn }),
  refusals: { tooManyAttempts },
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkey',
  access: 'public',
  summary: 'Sign in with a passkey',
  body: z.object({ attempt: Token, assertion: WebAuthn }),
  bodyBytes: answerBytes,
  reply: Operator,
  refusals: { passkeyRefused, tooManyAttempts },
})

export const beginPasskeyStepUp = endpoint({
  method: 'POST',
  path: '/api/session/step-up/passkey/options',
  access: 'operator',
  scope: null,
  summary: 'Get the options for navigator.credentials.get, to confirm before rights are changed',
  reply: WebAuthn,
})

export const stepUpByPasskey = endpoint({
  method: 'POST',
  path: '/api/session/step-up/passkey',
  access: 'operator',
  scope: null,
  summary: 'Confirm with a passkey, before rights are changed',
  body: z.object({ assertion: WebAuthn }),
  bodyBytes: answerBytes,
  reply: Operator,
  refusals: { passkeyRefused, tooManyAttempts },
})

export const beginPasskeyEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolment/passkey/options',
  access: 'public',
  summary: 'Get the options for navigator.credentials.create, to accept an invitation',
  body: z.object({ token: Token }),
  reply: WebAuthn,
  refusals: { ...invitationRefusals, tooManyAttempts },
})

export const enrolByPasskey = endpoint({
  method: 'POST',
  path: '/api/enrolment/passkey',
  access: 'public',
  summary: 'Accept an invitation with a passkey instead of a password and an authenticator; signs in',
  body: z.object({ token: Token, name: Name, attestation: WebAuthn }),
  bodyBytes: answerBytes,
  reply: Operator,
  refusals: { ...invitationRefusals, passkeyRefused, tooManyAttempts },
})
