/** Currencies, their rates, and the versions of both. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

const Rate = z.object({
  code: z.string(),
  name: z.string(),
  isBase: z.boolean(),
  isEnabled: z.boolean(),
  /** Units of the currency for one unit of the base currency, exactly as it is stored. */
  rate: z.string(),
  /** When a source or a person last confirmed it. Null: it is an example that nobody has confirmed. */
  confirmedAt: z.iso.datetime().nullable(),
  /** A rate of the source that moved too far to be put in force by itself. */
  held: z.object({ rate: z.string(), source: z.string(), since: z.iso.datetime() }).nullable(),
})
export type DeskRate = z.output<typeof Rate>

const Version = z.object({
  version: z.number(),
  at: z.iso.datetime(),
  actor: z.string(),
  comment: z.string(),
  data: z.unknown(),
})

const subject = z.object({ subject: z.enum(['rates', 'currencies']) })
const code = z.object({ code: z.string().max(8) })
const Decimal = z.string().regex(/^\d{1,12}(\.\d{1,18})?(e-\d{1,2})?$/, 'is not a number such as 1.0832')
/** Whether the person has seen that it moves far, and wants it. */
const isConfirmed = z.boolean().default(false)
const Done = z.object({ version: z.number() })

const currencyUnknown = { status: HttpStatus.notFound, description: 'There is no such currency' }
const isBase = { status: HttpStatus.conflict, description: 'All rates are in the base currency; it stays as it is' }
const rateInvalid = { status: HttpStatus.unprocessable, description: 'A rate is a positive number' }
const movesFar = { status: HttpStatus.conflict, description: 'It would move far: confirm it if it is right' }
const noChange = { status: HttpStatus.conflict, description: 'It is in force already; somebody may have been faster' }
const nothingHeld = { status: HttpStatus.conflict, description: 'No rate waits; somebody may have decided it' }
const anotherIsHeld = { status: HttpStatus.conflict, description: 'The source has reported another rate since' }
const versionNotFound = { status: HttpStatus.notFound, description: 'There is no such version' }

export const listRates = endpoint({
  method: 'GET',
  path: '/api/rates',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'Every currency with its rate, its age, and a rate that waits',
  reply: z.array(Rate),
})

export const setRate = endpoint({
  method: 'PUT',
  path: '/api/rates/{code}',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Set the rate of a currency',
  params: code,
  body: z.object({ rate: Decimal, isConfirmed, reason: Reason }),
  reply: Done,
  refusals: { currencyUnknown, isBase, rateInvalid, movesFar },
})

export const decideHeldRate = endpoint({
  method: 'POST',
  path: '/api/rates/{code}/held',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Accept a rate that waits, as it was shown, or discard it',
  params: code,
  body: z.object({ decision: z.enum(['accept', 'discard']), rate: Decimal }),
  refusals: { nothingHeld, anotherIsHeld },
})

export const setCurrency = endpoint({
  method: 'PUT',
  path: '/api/currencies/{code}',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Enable a currency, or switch it off: nothing new starts in it',
  params: code,
  body: z.object({ isEnabled: z.boolean(), reason: Reason }),
  reply: Done,
  refusals: { currencyUnknown, isBase, noChange },
})

export const listRateVersions = endpoint({
  method: 'GET',
  path: '/api/versions/{subject}',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'The last 50 versions of the rates or the enabled currencies, the newest first',
  params: subject,
  reply: z.array(Version),
})

export const restoreRateVersion = endpoint({
  method: 'POST',
  path: '/api/versions/{subject}/{version}',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Put an earlier version in force as a new one',
  params: subject.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) }),
  body: z.object({ isConfirmed, reason: Reason }),
  reply: Done,
  refusals: { versionNotFound, noChange, movesFar },
})
