/** Identity: registration, sessions, profile. */
import { captchaRequired } from './captcha.ts'
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
  method: 'GET',
  path: '/api/player/fields/validations',
  access: 'public',
  summary: 'Get the fields and validation rules of a form',
  query: z.object({ scenario: z.enum(['registration', 'profile']) }),
  reply: z.array(FieldDescriptor),
})

/**
 * The solution is the challenge, a colon and a number, such that its SHA-256 hash begins with `difficulty` zero bits.
 */
export const challengeCaptcha = endpoint({
  method: 'GET',
  path: '/api/player/captcha',
  access: 'public',
  summary:
    "Get a challenge for the captcha of a registration, or of a sign-in that asks for one; valid once, for ten minutes, from the caller's network block",
  reply: z.object({ challenge: z.string(), difficulty: z.int(), expiresAt: z.iso.datetime() }),
})

export const PlayerStatus = { active: 1, limited: 2, blocked: 3, closed: 4 } as const
export const Exclusion = z.object({
  /** 4 self-exclusion, 5 cooling-off, as in limits. */
  definition: z.int(),
  endsAt: z.iso.datetime(),
  /** True if the term of a self-exclusion is over; it stays in force until its player has requested its end. */
  isTermOver: z.boolean(),
  /** True if the operator started it to protect the player. */
  isForced: z.boolean(),
})
export type Exclusion = z.infer<typeof Exclusion>

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
  isEmailConfirmed: z.boolean(),
  isPhoneConfirmed: z.boolean(),
  /** False when the player has only ever signed in by social account, code or passkey. */
  hasPassword: z.boolean(),
  receiveEmailPromo: z.boolean(),
  receiveSmsPromo: z.boolean(),
  /** Not in the specification: whether other players see the nickname, and the name that they see. */
  showsNickname: z.boolean(),
  publicName: z.string(),
  /** Additional catalogue fields of the profile form, by field id. */
  details: z.record(z.string(), z.string()),
  /** Time and place of the sign-in before this one. */
  previousSignIn: z
    .object({ at: z.iso.datetime(), device: z.string(), country: z.string().nullable(), ip: z.string() })
    .nullable(),
  /** Not in the specification: the self-exclusion or cooling-off period in force. */
  exclusion: Exclusion.nullable(),
})
export type Profile = z.infer<typeof Profile>

export const SessionReply = z.object({ accessToken: z.string() })

/** Any value that the rule `booleanLike` accepts. */
const BooleanFlag = z
  .union([z.literal(0), z.literal(1), z.boolean(), z.literal('0'), z.literal('1')])
  .transform((value) => (value === true || Number(value) === 1 ? 1 : 0))
/** Any value that the rules `yesLike` and `noLike` accept. */
const Agreement = z.union([
  BooleanFlag,
  z.enum(['yes', 'on', 'true']).transform(() => 1 as const),
  z.enum(['no', 'off', 'false']).transform(() => 0 as const),
])
/** Device fingerprint and affiliate tag, stored with the player and the session. */
const Origin = z.object({
  fingerprint: z.string().max(128).nullable().optional(),
  affiliateTag: z.string().max(128).nullable().optional(),
})
const Registration = z.object({
  password: z.string().max(256).default(''),
  password_confirmation: z.string().max(256).optional(),
  country: z.string().max(2).default(''),
  currency: z.string().max(5).default(''),
  nickname: z.string().max(64).optional(),
  locale: z.string().max(5).optional(),
  bonusCode: z.string().max(64).optional(),
  agreements: Agreement.optional(),
  /** The fields below are requested if the operator has configured them; `listFieldValidations` names them. */
  captcha: z.string().max(512).optional(),
  receiveBonus: BooleanFlag.optional(),
  securityQuestion: z.string().max(32).optional(),
  securityAnswer: z.string().max(64).optional(),
  language: z.string().max(8).optional(),
  age: z.union([z.int(), z.string().max(8)]).optional(),
  ...Origin.shape,
})
export const RegisterBody = Registration.extend({
  email: z.string().max(254).default(''),
  receiveEmailPromo: BooleanFlag.optional(),
})
/** `code` was sent to the phone by `POST /api/player/otp/send` with reason `registration`. */
export const RegisterPhoneBody = Registration.extend({
  phone: z.string().max(250).default(''),
  receiveSmsPromo: BooleanFlag.optional(),
  code: z.string().max(16).default(''),
})
const registrationOff = { status: 422, description: 'the operator offers no registration by this means' } as const
const registrationRefusals = {
  captchaRequired,
  registrationOff,
  fieldsInvalid: { status: 422, fields: true },
  countryRestricted: { status: 422, description: 'restrictType 2' },
  tooManyAttempts: { status: 429 },
} as const
/** `accessToken` is null if sign-in requires a confirmed address; the confirmation link has been mailed. */
export const RegisterReply = z.object({ accessToken: z.string().nullable() })
export const register = endpoint({
  method: 'POST',
  path: '/api/player/register',
  access: 'public',
  summary: 'Register with an email address',
  body: RegisterBody,
  bodyBytes: 8 * 1024,
  reply: RegisterReply,
  refusals: registrationRefusals,
})
export const registerPhone = endpoint({
  method: 'POST',
  path: '/api/player/register/phone',
  access: 'public',
  summary: 'Register with a phone number and the code sent to it',
  body: RegisterPhoneBody,
  bodyBytes: 8 * 1024,
  reply: SessionReply,
  refusals: { ...registrationRefusals, codeInvalid: { status: 422, code: 11003, fields: true } },
})

/** Letters and digits if the operator enables letters. */
export const otpReasons = ['registration', 'confirmation', 'phone-change', 'step-up'] as const
/** All reasons except `registration` require a signed-in player, and `phone-change` a step-up. */
const playerRefusals = { signInNeeded: { status: 401 }, stepUpRequired: { status: 422, code: 12003 } } as const
export const sendOtp = endpoint({
  method: 'POST',
  path: '/api/player/otp/send',
  access: 'public',
  summary: 'Send a one-time code by SMS; the response is the same for known and unknown numbers',
  body: z.object({ phone: z.string().max(250).default(''), reason: z.enum(otpReasons) }),
  /** Seconds until the next code can be requested, and whether codes contain letters. */
  /** If `resendAfterSeconds` is less than a minute, the previous code is still valid and no message was sent. */
  reply: z.object({ resendAfterSeconds: z.int(), hasLetters: z.boolean() }),
  refusals: {
    captchaRequired,
    limitReached: { status: 429, code: 11005 },
    fieldsInvalid: { status: 422, fields: true },
    countryRestricted: { status: 422 },
    registrationOff,
    ...playerRefusals,
  },
})
export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/player/otp/verify',
  access: 'public',
  summary:
    'Verify a code; for a signed-in player with reason `confirmation` or `phone-change`, this confirms the phone number',
  body: z.object({
    phone: z.string().max(250).default(''),
    reason: z.enum(otpReasons).default('registration'),
    code: z.string().max(16).default(''),
  }),
  refusals: {
    captchaRequired,
    codeInvalid: { status: 422, code: 11003 },
    fieldsInvalid: { status: 422, fields: true },
    ...playerRefusals,
  },
})

const signInRefusals = {
  wrongCredentials: { status: 401 },
  accountBlocked: { status: 403 },
  fieldsInvalid: { status: 422, fields: true },
  countryRestricted: { status: 422 },
  tooManyAttempts: { status: 429 },
} as const
export const signIn = endpoint({
  method: 'POST',
  path: '/api/player/sessions',
  access: 'public',
  summary: 'Sign in with email or phone, and password',
  /** `code` is the authenticator's six digits, required after `secondFactorRequired`; `captcha` after `captchaRequired`. */
  body: z.object({
    login: z.string().max(254).default(''),
    password: z.string().max(256).default(''),
    code: z.string().max(16).optional(),
    fingerprint: z.string().max(128).nullable().optional(),
    captcha: z.string().max(512).optional(),
  }),
  reply: SessionReply,
  refusals: {
    ...signInRefusals,
    captchaRequired,
    secondFactorRequired: { status: 422, code: 12001 },
    secondFactorWrong: { status: 422, code: 12002 },
  },
})
/** A short-lived, single-use token from a link that Fairhouse sent. */
export const autologin = endpoint({
  method: 'POST',
  path: '/api/player/sessions/token',
  access: 'public',
  summary: 'Sign in with a one-time token from a link',
  body: z.object({ token: z.string().max(256), fingerprint: z.string().max(128).nullable().optional() }),
  reply: SessionReply,
  refusals: {
    tokenInvalid: { status: 422 },
    accountBlocked: { status: 403 },
    countryRestricted: { status: 422 },
    captchaRequired,
  },
})
export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/player/sessions/refresh',
  access: 'public',
  summary: 'Exchange the bearer token for a new one, shortly before or after it expires',
  reply: SessionReply,
  refusals: { sessionEnded: { status: 401 } },
})
export const signOut = endpoint({
  method: 'POST',
  path: '/api/player/sessions/logout',
  access: 'player',
  summary: 'Sign out',
})

export const SessionRow = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  device: z.string(),
  ip: z.string(),
  country: z.string().nullable(),
  /** The sign-in method that opened the session. */
  method: z.enum(['password', 'otp', 'social', 'passkey', 'link']),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/player/sessions',
  access: 'player',
  summary: 'List open sessions',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ data: z.array(SessionRow), meta: z.object({ total: z.int(), page: z.int(), perPage: z.int() }) }),
})
export const closeSession = endpoint({
  method: 'PUT',
  path: '/api/player/sessions/{id}/close',
  access: 'player',
  summary: 'End another session',
  params: z.object({ id: z.uuid() }),
  refusals: { sessionNotFound: { status: 404 } },
})

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/player/profile',
  access: 'player',
  summary: "Get the player's profile",
  reply: Profile,
})
/** Catalogue fields without a property of their own; the `profile` scenario decides which are offered. */
export const profileDetails = [
  'birthdate',
  'gender',
  'nationality',
  'placeOfBirth',
  'address',
  'additionalAddress',
  'city',
  'postalCode',
  'profession',
  'timeZone',
  'personalIdNumber',
  'cpf_number',
] as const
/** Converts null, which a profile may contain, to an empty text. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .nullable()
    .transform((value) => value ?? '')
    .optional()
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/player/profile',
  access: 'player',
  summary: 'Change profile fields; a new email or phone requires a step-up',
  body: z.object({
    firstName: text(64),
    lastName: text(64),
    nickname: text(64),
    locale: text(5),
    email: text(254),
    receiveEmailPromo: BooleanFlag.optional(),
    receiveSmsPromo: BooleanFlag.optional(),
    freshchatRestoreId: text(128),
    pwaInstalled: z.boolean().optional(),
    showsNickname: z.boolean().optional(),
    ...(Object.fromEntries(profileDetails.map((id) => [id, text(250)])) as Record<
      (typeof profileDetails)[number],
      ReturnType<typeof text>
    >),
  }),
  bodyBytes: 12 * 1024,
  reply: Profile,
  refusals: {
    fieldsInvalid: { status: 422, fields: true },
    stepUpRequired: { status: 422, code: 12003 },
    accountClosed: { status: 422, description: 'the account was closed meanwhile' },
  },
})
export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/player/profile/closure',
  access: 'player',
  summary: 'Close the account for good and end all its sessions; requires a step-up',
  body: z.object({ reason: z.string().max(500).optional() }),
  refusals: {
    stepUpRequired: { status: 422, code: 12003 },
    moneyLeft: {
      status: 422,
      description: 'A balance, a pending payment, an open round, an open bet, a debt or a paid entry is left',
    },
  },
})
export const exportProfile = endpoint({
  method: 'GET',
  path: '/api/player/profile/export',
  access: 'player',
  summary: 'Export all personal data as one JSON document; requires a step-up',
  /** Section -> its newest rows, at most 10,000. */
  reply: z.object({ exportedAt: z.iso.datetime(), sections: z.record(z.string(), z.unknown()) }),
  refusals: { stepUpRequired: { status: 422, code: 12003 }, tooManyAttempts: { status: 429 } },
})
