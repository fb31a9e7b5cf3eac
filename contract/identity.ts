/** Who the player is: registration, sessions, profile. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One field of a server-described form. */
export const FieldDescriptor = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  editable: z.boolean(),
  isRequired: z.boolean(),
  isVisible: z.boolean(),
  position: z.int(),
  value: z.union([z.string(), z.int(), z.boolean()]).nullable(),
  /** Rule name -> its parameter, e.g. { required: true, minLength: 6, email: true }. */
  rules: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
})
export type FieldDescriptor = z.infer<typeof FieldDescriptor>

export const listFieldValidations = endpoint({
  method: 'GET', path: '/api/player/fields/validations', access: 'public', summary: 'Fields and rules of a form',
  query: z.object({ scenario: z.enum(['registration', 'profile']) }), reply: z.array(FieldDescriptor),
})

export const PlayerStatus = { active: 1, limited: 2, blocked: 3, closed: 4 } as const
export const Profile = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  nickname: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string(),
  locale: z.string(),
  /** 1 active, 2 limited (no deposits), 3 blocked, 4 closed. */
  status: z.int(),
  freshchatRestoreId: z.string().nullable(),
  pwaInstalled: z.boolean(),
  isNewlyRegistered: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const SessionReply = z.object({ accessToken: z.string() })

export const RegisterBody = z.object({
  email: z.string().max(254).default(''),
  password: z.string().max(256).default(''),
  password_confirmation: z.string().max(256).optional(),
  country: z.string().max(2).default(''),
  currency: z.string().max(5).default(''),
  nickname: z.string().max(64).optional(),
  locale: z.string().max(5).optional(),
  bonusCode: z.string().max(64).optional(),
  agreements: z.union([z.literal(0), z.literal(1)]).optional(),
  receiveEmailPromo: z.union([z.literal(0), z.literal(1)]).optional(),
  receiveSmsPromo: z.union([z.literal(0), z.literal(1)]).optional(),
  fingerprint: z.string().max(128).nullable().optional(),
  affiliateTag: z.string().max(128).nullable().optional(),
})
export const register = endpoint({
  method: 'POST', path: '/api/player/register', access: 'public', summary: 'Register by e-mail', body: RegisterBody, reply: SessionReply,
  refusals: {
    fieldsInvalid: { status: 422, fields: true },
    countryRestricted: { status: 422, description: 'restrictType 2' },
    tooManyAttempts: { status: 429 },
  },
})
export const signIn = endpoint({
  method: 'POST', path: '/api/player/sessions', access: 'public', summary: 'Sign in',
  body: z.object({ login: z.string().max(254).default(''), password: z.string().max(256).default(''), fingerprint: z.string().max(128).nullable().optional() }), reply: SessionReply,
  refusals: {
    wrongCredentials: { status: 401 }, accountBlocked: { status: 403 }, fieldsInvalid: { status: 422, fields: true },
    countryRestricted: { status: 422 }, tooManyAttempts: { status: 429 },
  },
})
export const refreshSession = endpoint({
  method: 'POST', path: '/api/player/sessions/refresh', access: 'public', summary: 'Swap a token near or past its expiry for its successor (bearer header)', reply: SessionReply,
  refusals: { sessionEnded: { status: 401 } },
})
export const signOut = endpoint({ method: 'POST', path: '/api/player/sessions/logout', access: 'player', summary: 'End this session' })

export const SessionRow = z.object({
  id: z.uuid(), isCurrent: z.boolean(), device: z.string(), ip: z.string(), country: z.string().nullable(),
  createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime(),
})
export const listSessions = endpoint({
  method: 'GET', path: '/api/player/sessions', access: 'player', summary: 'Open sessions',
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1), perPage: z.coerce.number().int().min(1).max(100).default(20) }),
  reply: z.object({ data: z.array(SessionRow), meta: z.object({ total: z.int(), page: z.int(), perPage: z.int() }) }),
})
export const closeSession = endpoint({
  method: 'PUT', path: '/api/player/sessions/{id}/close', access: 'player', summary: 'End another session', params: z.object({ id: z.uuid() }), refusals: { sessionNotFound: { status: 404 } },
})

export const readProfile = endpoint({ method: 'GET', path: '/api/player/profile', access: 'player', summary: 'The signed-in player', reply: Profile })
export const updateProfile = endpoint({
  method: 'PUT', path: '/api/player/profile', access: 'player', summary: 'Change editable profile fields',
  body: z.object({ firstName: z.string().max(64).optional(), lastName: z.string().max(64).optional(), nickname: z.string().max(64).optional(), locale: z.string().max(5).optional() }),
  reply: Profile, refusals: { fieldsInvalid: { status: 422, fields: true } },
})
