/** Operators and their roles. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Passkey, passkeyRefusals } from './passkeys.ts'
import { Session } from './session.ts'

const Person = z.object({
  name: z.string(),
  roles: z.array(z.string()),
  state: z.enum(['invited', 'active', 'ended']),
  createdAt: z.iso.datetime(),
  /** The last call of any session; null if there was none. */
  activeAt: z.iso.datetime().nullable(),
})
export type Person = z.output<typeof Person>

const Role = z.object({ role: z.string(), title: z.string(), scopes: z.array(z.string()) })
export type Role = z.output<typeof Role>

const Invitation = z.object({
  /** Shown once: whoever opens it sets the password. */
  link: z.string(),
  expiresAt: z.iso.datetime(),
})

const Roles = z.array(z.string().max(64)).min(1).max(20)
const params = z.object({ name: z.string().max(40) })

const refusals = {
  personNotFound: { status: HttpStatus.notFound, description: 'No such operator' },
  nameInvalid: {
    status: HttpStatus.unprocessable,
    description: 'A name has 1 to 40 letters, digits, dots, underscores or hyphens',
  },
  nameTaken: { status: HttpStatus.conflict, description: 'This name is or was used; names are never used again' },
  roleUnknown: { status: HttpStatus.unprocessable, description: 'No such role is in force' },
  notYours: { status: HttpStatus.forbidden, description: 'You can only give and take rights that you have yourself' },
  yourself: { status: HttpStatus.conflict, description: 'Another operator has to change your own rights' },
  lastManager: { status: HttpStatus.conflict, description: 'No other operator could manage operators' },
}
const { stepUpRequired, passkeyNotFound, lastFactor } = passkeyRefusals
const { personNotFound, nameInvalid, nameTaken, roleUnknown, notYours, yourself, lastManager } = refusals

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'operator',
  scope: 'operators:read',
  summary: 'All operators, those whose access has ended last',
  reply: z.array(Person),
})

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/roles',
  access: 'operator',
  scope: 'operators:read',
  summary: 'The roles in force and their scopes',
  reply: z.array(Role),
})

export const invitePerson = endpoint({
  method: 'POST',
  path: '/api/people',
  access: 'operator',
  scope: 'operators:decide',
  summary: 'Invite an operator',
  body: z.object({ name: z.string().max(40), roles: Roles }),
  reply: Invitation,
  refusals: { stepUpRequired, nameInvalid, nameTaken, roleUnknown, notYours },
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/people/{name}/invitation',
  access: 'operator',
  scope: 'operators:decide',
  summary: 'Replace the password, authenticator and passkeys of an operator by a new invitation; ends their sessions',
  params,
  reply: Invitation,
  refusals: { stepUpRequired, personNotFound, notYours, yourself },
})

export const changeRoles = endpoint({
  method: 'PUT',
  path: '/api/people/{name}/roles',
  access: 'operator',
  scope: 'operators:decide',
  summary: 'Change the roles of an operator, from their next call on',
  params,
  body: z.object({ roles: Roles }),
  refusals: { stepUpRequired, personNotFound, roleUnknown, notYours, yourself, lastManager },
})

export const listPersonSessions = endpoint({
  method: 'GET',
  path: '/api/people/{name}/sessions',
  access: 'operator',
  scope: 'operators:read',
  summary: 'Open sessions of an operator',
  params,
  reply: z.array(Session),
})

export const endPersonSession = endpoint({
  method: 'DELETE',
  path: '/api/people/{name}/sessions/{sessionId}',
  access: 'operator',
  scope: 'operators:do',
  summary: 'End one of the sessions of an operator',
  params: params.extend({ sessionId: z.uuid() }),
  refusals: { sessionNotFound: { status: HttpStatus.notFound, description: 'No such open session' } },
})

export const listPersonPasskeys = endpoint({
  method: 'GET',
  path: '/api/people/{name}/passkeys',
  access: 'operator',
  scope: 'operators:read',
  summary: 'Passkeys of an operator',
  params,
  reply: z.array(Passkey),
})

export const removePersonPasskey = endpoint({
  method: 'DELETE',
  path: '/api/people/{name}/passkeys/{passkeyId}',
  access: 'operator',
  scope: 'operators:decide',
  summary: 'Remove one of the passkeys of an operator, such as one on a lost device',
  params: params.extend({ passkeyId: z.uuid() }),
  refusals: { stepUpRequired, personNotFound, notYours, yourself, passkeyNotFound, lastFactor },
})

export const endPerson = endpoint({
  method: 'DELETE',
  path: '/api/people/{name}',
  access: 'operator',
  scope: 'operators:decide',
  summary: 'End the access of an operator and all their sessions',
  params,
  refusals: { stepUpRequired, personNotFound, notYours, yourself, lastManager },
})
