/** Adjustments of a player's balance by an operator. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

/** The player reads it with the entry. */
export const adjustmentCauses = ['error', 'fault', 'goodwill', 'complaint'] as const
export const adjustmentDirections = ['credit', 'debit'] as const

const Adjustment = z.object({
  id: z.uuid(),
  direction: z.enum(adjustmentDirections),
  amount: Money,
  cause: z.enum(adjustmentCauses),
  reason: z.string(),
  actor: z.string(),
  /** Who approved it, if it needed a second person. */
  approver: z.string().nullable(),
  at: z.iso.datetime(),
})
export type Adjustment = z.output<typeof Adjustment>

const params = z.object({ playerId: z.uuid() })
const playerNotFound = { status: HttpStatus.notFound, description: 'There is no such player' }

export const listAdjustments = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/adjustments',
  access: 'operator',
  scope: 'cashier:read',
  summary: "A player's cash in each account, and the newest 50 adjustments of it",
  params,
  reply: z.object({ cash: z.array(Money), adjustments: z.array(Adjustment) }),
  refusals: { playerNotFound },
})

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/adjustments',
  access: 'operator',
  scope: 'cashier:do',
  summary: "Credit or debit a player's cash, with a reason",
  params,
  body: z.object({
    /** Chosen by the page: the same one sent again adjusts nothing again. */
    id: z.uuid(),
    direction: z.enum(adjustmentDirections),
    currency: z.string().max(5),
    /** In units of the currency. */
    amount: z.string().max(30),
    cause: z.enum(adjustmentCauses),
    reason: Reason,
  }),
  reply: z.object({ adjustment: Adjustment, cash: Money }),
  refusals: {
    playerNotFound,
    accountClosed: { status: HttpStatus.conflict, description: 'The account is closed' },
    currencyUnknown: { status: HttpStatus.unprocessable, description: 'The player has no account in this currency' },
    amountInvalid: { status: HttpStatus.unprocessable, description: 'Enter an amount of the currency, such as 12.50' },
    insufficientFunds: { status: HttpStatus.conflict, description: 'The player has less cash than this' },
    sentBefore: {
      status: HttpStatus.conflict,
      description: 'Another adjustment was sent with this form: load it again',
    },
  },
})
