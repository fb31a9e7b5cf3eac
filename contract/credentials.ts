/** Credentials: passwords, e-mail confirmation, authenticator apps, passkeys, and step-up authentication. */
import { z } from 'zod'
import { captchaRequired } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { stockMessages } from './fields/messages.ts'
import { isPlainText } from './fields/text.ts'
import { SessionReply } from './identity.ts'

const stepUpRequired = { status: 422, code: 12003 } as const
const tooManyAttempts = { status: 429 } as const
const fieldsInvalid = { status: 422, fields: true } as const

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/player/passwords',
  access: 'player',
  summary: 'Change the password and end all other sessions',
  body: z.object({
    currentPassword: z.string().max(256).default(''),
    newPassword: z.string().max(256).default(''),
    repeatNewPassword: z.string().max(256).default(''),
  }),
  refusals: { fieldsInvalid, tooManyAttempts },
})
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/player/passwords/reset',
  access: 'public',
  summary: 'Send a link to reset the password; the response is the same for known and unknown addresses',
  body: z.object({ email: z.string().max(254).default('') }),
  refusals: { fieldsInvalid, captchaRequired },
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/player/passwords/confirm',
  access: 'public',
  summary: 'Set a new password with the code from the link and end all sessions',
  body: z.object({
    code: z.string().max(256).default(''),
    password: z.string().max(256).default(''),
    password_confirmation: z.string().max(256).default(''),
  }),
  refusals: {
    fieldsInvalid,
    codeInvalid: { status: 422, description: 'used, expired or never issued' },
    captchaRequired,
  },
})

export const requestApproval = endpoint({
  method: 'POST',
  path: '/api/player/sessions/approval',
  access: 'public',
  summary:
    'Send a link that approves the device it is opened on, for players who cannot sign in during an attack; the response is the same for known and unknown addresses',
  body: z.object({ email: z.string().max(254).default('') }),
  refusals: { fieldsInvalid, captchaRequired },
})
export const approveSignIn = endpoint({
  method: 'POST',
  path: '/api/player/sessions/approval/confirm',
  access: 'public',
  summary:
    'Approve this device with the code from the link; signing in still requires the password and any second factor',
  body: z.object({
    code: z.string().max(256).default(''),
    fingerprint: z.string().max(128).nullable().optional(),
  }),
  refusals: { codeInvalid: { status: 422, description: 'used, expired or never issued' }, captchaRequired },
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/player/profile/confirmations/email',
  access: 'public',
  summary:
    'Confirm an email address with the code from the link sent to it, or state that it is not the account owner’s',
  /** With `isMine: false`, the address is removed from the account, because its owner did not create the account. */
  body: z.object({ code: z.string().max(256).default(''), isMine: z.boolean().default(true) }),
  /** A one-time token for `POST /api/player/sessions/token` if sign-in requires a confirmed address; otherwise null. */
  reply: z.object({ autologinToken: z.string().nullable() }),
  refusals: { codeInvalid: { status: 422 }, captchaRequired },
})
export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/player/profile/confirmations/email/resend',
  access: 'player',
  summary: 'Send the confirmation link again',
  refusals: { alreadyConfirmed: { status: 422 }, tooManyAttempts },
})

/** A step-up lasts ten minutes within this session. */
export const stepUpMethods = ['password', 'totp', 'passkey', 'otp'] as const
const Options = z.record(z.string(), z.unknown())
export const readStepUp = endpoint({
  method: 'GET',
  path: '/api/player/step-up',
  access: 'player',
  summary: 'List the methods of a step-up, strongest first, and when the current one expires',
  reply: z.object({ methods: z.array(z.enum(stepUpMethods)), validUntil: z.iso.datetime().nullable() }),
})
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/player/step-up',
  access: 'player',
  summary: "Perform a step-up: confirm the player's identity again",
  /** `proof` is the password or the code; `assertion` is the authenticator's response to `POST /api/player/passkeys/challenge`. */
  body: z.object({
    method: z.enum(stepUpMethods),
    proof: z.string().max(256).optional(),
    assertion: Options.optional(),
  }),
  bodyBytes: 16 * 1024,
  reply: z.object({ validUntil: z.iso.datetime() }),
  refusals: {
    proofWrong: { status: 422, code: 12002, fields: true },
    methodUnavailable: { status: 422 },
    tooManyAttempts,
  },
})

export const readTotp = endpoint({
  method: 'GET',
  path: '/api/player/totp',
  access: 'player',
  summary: 'Get whether an authenticator app is set up',
  reply: z.object({ isEnabled: z.boolean(), enabledAt: z.iso.datetime().nullable(), recoveryCodesLeft: z.int() }),
})
export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/player/totp',
  access: 'player',
  summary: 'Start to set up an authenticator app; it takes effect once a code from it is confirmed',
  reply: z.object({ secret: z.string(), uri: z.string() }),
  refusals: { stepUpRequired, alreadyEnabled: { status: 422 } },
})
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/player/totp/confirm',
  access: 'player',
  summary: 'Finish setting up the authenticator app; the recovery codes are returned only here',
  body: z.object({ code: z.string().max(16) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: { codeWrong: { status: 422, code: 12002, fields: true }, tooManyAttempts },
})
export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/player/totp',
  access: 'player',
  summary: 'Remove the authenticator app',
  refusals: { stepUpRequired, notEnabled: { status: 422 } },
})

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/player/passkeys',
  access: 'player',
  summary: "List the player's passkeys",
  reply: z.array(Passkey),
})
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/player/passkeys/options',
  access: 'player',
  summary: 'Get the options for navigator.credentials.create',
  reply: Options,
  refusals: { stepUpRequired },
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/player/passkeys',
  access: 'player',
  summary: 'Add a passkey',
  body: z.object({ name: z.string().max(64).refine(isPlainText, stockMessages.plainText), attestation: Options }),
  bodyBytes: 16 * 1024,
  reply: Passkey,
  refusals: { attestationInvalid: { status: 422 }, stepUpRequired },
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/player/passkeys/{id}',
  access: 'player',
  summary: 'Remove a passkey',
  params: z.object({ id: z.uuid() }),
  refusals: { passkeyNotFound: { status: 404 }, stepUpRequired },
})
export const challengePasskey = endpoint({
  method: 'POST',
  path: '/api/player/passkeys/challenge',
  access: 'player',
  summary: 'Get the options for navigator.credentials.get, for a step-up',
  reply: Options,
})
export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/player/sessions/passkey/options',
  access: 'public',
  summary: 'Get the options for navigator.credentials.get, to sign in',
  reply: Options,
  refusals: { captchaRequired },
})
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/player/sessions/passkey',
  access: 'public',
  summary: 'Sign in with a passkey',
  body: z.object({ assertion: Options, fingerprint: z.string().max(128).nullable().optional() }),
  bodyBytes: 16 * 1024,
  reply: SessionReply,
  refusals: {
    passkeyUnknown: { status: 422 },
    accountBlocked: { status: 403 },
    countryRestricted: { status: 422 },
    captchaRequired,
  },
})
