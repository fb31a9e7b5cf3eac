/** Jackpots at the desk: opened and closed by two people; the terms of an open one never change. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jackpotLevels } from '../jackpot-odds.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

const Jackpot = z.object({
  id: z.string(),
  currency: z.string(),
  sideStake: Money,
  levels: z.array(
    z.object({ level: z.enum(jackpotLevels), pot: Money, seed: Money, cap: Money, contribution: Money, wins: z.int() }),
  ),
  draws: z.number(),
  /** Side stakes of rounds that are not over. */
  open: Money,
  /** What the house has put into seeds less what side stakes left for them; negative while it has paid more. */
  reserve: Money,
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** Shares of a closed one that are still to be paid. */
  unpaid: Money,
})
export type DeskJackpot = z.output<typeof Jackpot>

/** In units of the currency. */
const Amount = z.string().max(30)
const Terms = z.object({ contribution: Amount, seed: Amount, cap: Amount })
const conflict = (description: string) => ({ status: HttpStatus.conflict, description })
const invalid = (description: string) => ({ status: HttpStatus.unprocessable, description })

export const listJackpots = endpoint({
  method: 'GET',
  path: '/api/jackpots',
  access: 'operator',
  scope: 'games:read',
  summary: 'Every jackpot, open ones first, with its terms, pots and reserve',
  reply: z.array(Jackpot),
})

export const openJackpot = endpoint({
  method: 'POST',
  path: '/api/jackpots',
  access: 'operator',
  scope: 'games:decide',
  summary: 'Open a jackpot of a currency; the house pays its first seeds',
  body: z.object({
    currency: z.string().regex(/^[A-Z]{3,5}$/),
    sideStake: Amount,
    levels: z.object({ mini: Terms, major: Terms, grand: Terms }),
    reason: Reason,
  }),
  reply: z.object({ id: z.string() }),
  refusals: {
    currencyUnknown: invalid('There is no such currency'),
    amountInvalid: invalid('Enter amounts of the currency, such as 12.50'),
    isOpen: conflict('A jackpot of this currency is open'),
    splitInvalid: invalid('Together the pots get at most the side stake, and each something'),
    capInvalid: invalid('A cap is above its seed by a multiple of what the pot gets, so that all odds are exact'),
    returnTooHigh: invalid('On average these terms would pay back more than the side stake'),
  },
})

export const closeJackpot = endpoint({
  method: 'POST',
  path: '/api/jackpots/{jackpotId}/close',
  access: 'operator',
  scope: 'games:decide',
  summary: 'Close a jackpot: its pots are shared among those whose side stakes were drawn in the last 30 days',
  params: z.object({ jackpotId: z.string().max(40) }),
  body: z.object({ reason: Reason }),
  reply: z.object({ players: z.number(), paid: Money }),
  refusals: {
    jackpotNotFound: { status: HttpStatus.notFound, description: 'There is no such jackpot' },
    isClosed: conflict('It is closed already; somebody may have been faster'),
  },
})
