/** What operators do for a player: protection, which they only tighten, access, contact data, and personal data. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limitKindNames } from '../limit-kinds.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

const breakKinds = ['coolingOff', 'selfExclusion'] as const
const Limit = z.object({
  id: z.uuid(),
  kind: z.enum([...limitKindNames, ...breakKinds]),
  period: z.string(),
  /** Null for a break, and for the time of play, which has minutes. */
  amount: Money.nullable(),
  minutes: z.int().nullable(),
  /** Of the current period, or of the break. */
  endsAt: z.iso.datetime().nullable(),
  /** True if an operator or a marker of harm started the break. */
  isForced: z.boolean(),
  /** From when it can be raised or removed, or an exclusion ends, as the player has asked; null: nothing was asked. */
  changesFrom: z.iso.datetime().nullable(),
})
export type DeskLimit = z.output<typeof Limit>

const params = z.object({ playerId: z.uuid() })
const playerNotFound = { status: HttpStatus.notFound, description: 'There is no such player' }
const accountClosed = { status: HttpStatus.unprocessable, description: 'The account is closed' }
const reason = Reason
const notTighter = {
  status: HttpStatus.unprocessable,
  description: 'This would loosen the protection of the player, which nobody at the desk can do',
}
const notOffered = { status: HttpStatus.unprocessable, description: 'This kind, period or currency is not offered' }

export const readProtectionOfPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/protection',
  access: 'operator',
  scope: 'protection:read',
  summary: 'Limits, breaks and exclusions of a player, and what can be set',
  params,
  reply: z.object({
    status: z.enum(['active', 'limited', 'blocked', 'closed']),
    limits: z.array(Limit),
    currencies: z.array(z.string()),
    coolingOffPeriods: z.array(z.string()),
    selfExclusionPeriods: z.array(z.string()),
  }),
  refusals: { playerNotFound },
})

export const setLimitOfPlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/limits',
  access: 'operator',
  scope: 'protection:do',
  summary: 'Set a limit, or lower it; the player is told, and can raise it only by the procedure for players',
  params,
  body: z.object({
    kind: z.enum(limitKindNames),
    period: z.string().max(32),
    /** In units of the currency, or in minutes. */
    amount: z.string().regex(/^\d{1,12}(\.\d{1,9})?$/),
    /** Null for the time of play. */
    currency: z.string().max(5).nullable(),
    reason,
  }),
  reply: Limit,
  refusals: {
    playerNotFound,
    accountClosed,
    notTighter,
    notOffered,
    amountInvalid: { status: HttpStatus.unprocessable, description: 'The amount must be above zero' },
  },
})

export const startBreakOfPlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/breaks',
  access: 'operator',
  scope: 'protection:do',
  summary: 'Start a cooling-off period or an exclusion; it cannot be shortened',
  params,
  body: z.object({ kind: z.enum(breakKinds), period: z.string().max(32), reason }),
  reply: Limit,
  refusals: { playerNotFound, accountClosed, notTighter, notOffered },
})

export const endSessionsOfPlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/sessions/end',
  access: 'operator',
  scope: 'players:do',
  summary: 'Sign a player out on all devices',
  params,
  body: z.object({ reason }),
  reply: z.object({ sessions: z.int() }),
  refusals: { playerNotFound },
})

export const endAllSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end',
  access: 'operator',
  scope: 'players:decide',
  summary: 'Sign all players out on all devices',
  body: z.object({ reason }),
  reply: z.object({ sessions: z.int() }),
})

export const setStatusOfPlayer = endpoint({
  method: 'PUT',
  path: '/api/players/{playerId}/status',
  access: 'operator',
  scope: 'players:decide',
  summary: 'Block or limit a player, or admit the player again',
  params,
  body: z.object({
    status: z.enum(['active', 'limited', 'blocked']),
    reason,
    /** The status that the operator saw. */
    seen: z.enum(['active', 'limited', 'blocked', 'closed']),
  }),
  reply: z.object({ sessions: z.int() }),
  refusals: {
    playerNotFound,
    accountClosed,
    reasonMissing: { status: HttpStatus.unprocessable, description: 'Enter a reason' },
    unchanged: { status: HttpStatus.conflict, description: 'The player has this status already' },
    changedMeanwhile: { status: HttpStatus.conflict, description: 'The status has changed meanwhile: load the page' },
  },
})

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/reset-link',
  access: 'operator',
  scope: 'players:do',
  summary: 'Send the player a link that resets the password, to the address of the account',
  params,
  refusals: {
    playerNotFound,
    accountClosed,
    noAddress: { status: HttpStatus.unprocessable, description: 'This account has no e-mail address' },
    mayNotSignIn: { status: HttpStatus.unprocessable, description: 'This player is blocked and may not sign in' },
  },
})

export const checkSecurityAnswer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/security-answer/check',
  access: 'operator',
  scope: 'players:do',
  summary: "Compare an answer with the one to the player's security question; five times a day",
  params,
  body: z.object({ answer: z.string().trim().min(1).max(200) }),
  reply: z.object({ question: z.string(), isRight: z.boolean() }),
  refusals: {
    playerNotFound,
    noSecurityAnswer: { status: HttpStatus.unprocessable, description: 'This player has no security question' },
    tooManyAttempts: {
      status: HttpStatus.tooManyRequests,
      description: 'Five answers were compared today: try again tomorrow',
    },
  },
})

export const resetFactors = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/factors/reset',
  access: 'operator',
  scope: 'players:do',
  summary: 'Remove lost second factors; withdrawals wait 24 hours, and are reviewed for three days',
  params,
  body: z.object({ hasPasskeys: z.boolean(), reason }),
  reply: z.object({ authenticators: z.int(), passkeys: z.int() }),
  refusals: {
    playerNotFound,
    nothingToRemove: { status: HttpStatus.unprocessable, description: 'This player has none of these factors' },
  },
})

export const changeEmailOfPlayer = endpoint({
  method: 'PUT',
  path: '/api/players/{playerId}/email',
  access: 'operator',
  scope: 'players:do',
  summary: 'Change the e-mail address; the former address is told, and the new one must be confirmed',
  params,
  body: z.object({ email: z.string().max(254), reason }),
  refusals: {
    playerNotFound,
    accountClosed,
    emailInvalid: { status: HttpStatus.unprocessable, description: 'This is not an e-mail address' },
    emailTaken: {
      status: HttpStatus.conflict,
      description: 'This address cannot be used: another account has or had it',
    },
    unchanged: { status: HttpStatus.conflict, description: 'The account has this address already' },
  },
})

export const changePhoneOfPlayer = endpoint({
  method: 'PUT',
  path: '/api/players/{playerId}/phone',
  access: 'operator',
  scope: 'players:do',
  summary: 'Change the phone number; the player is told, also by the former one, and the new one must be confirmed',
  params,
  body: z.object({ phone: z.string().max(40), reason }),
  refusals: {
    playerNotFound,
    accountClosed,
    phoneInvalid: {
      status: HttpStatus.unprocessable,
      description: 'This is not a mobile number with its country code, such as +49 1512 3456789',
    },
    phoneTaken: {
      status: HttpStatus.conflict,
      description: 'This number cannot be used: another account has or had it',
    },
    unchanged: { status: HttpStatus.conflict, description: 'The account has this number already' },
  },
})

export const exportPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/export',
  access: 'operator',
  scope: 'players:decide',
  summary: 'All personal data of a player as one file',
  params,
  isDownload: true,
  refusals: { playerNotFound },
})

export const erasePlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/erasure',
  access: 'operator',
  scope: 'players:decide',
  summary: 'Erase what the law does not require to be kept of a closed account',
  params,
  body: z.object({ reason }),
  reply: z.object({ erased: z.record(z.string(), z.int()) }),
  refusals: {
    playerNotFound,
    accountOpen: { status: HttpStatus.unprocessable, description: 'Only the data of a closed account are erased' },
  },
})
