/**
 * Swaps between a player's own currencies: the player gets a quote, which is executed exactly as quoted or not at all.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, PositiveAmount, WireAmount } from './money.ts'
import { Account } from './wallet.ts'

const Pair = z.object({ from: CurrencyCode, to: CurrencyCode })

const SwapTerms = z.object({
  /** Units of `to` for one unit of `from` after the spread, as a decimal number. */
  rate: z.string(),
  /** How far the rate is below the exchange rate, in percent. */
  spreadPercent: z.number(),
  /** In subunits of `from`. */
  min: WireAmount,
  /** The rest of the daily limit, in subunits of `from`. */
  max: WireAmount,
})
export type SwapTerms = z.infer<typeof SwapTerms>

const SwapQuote = z.object({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  /** What is taken, in subunits of `from`. */
  amount: WireAmount,
  /** What is credited, in subunits of `to`: rounded down. */
  receives: WireAmount,
  rate: z.string(),
  spreadPercent: z.number(),
  expiresAt: z.iso.datetime(),
  /** The time until `expiresAt`, for a countdown that does not depend on the browser's clock. */
  validForMs: z.int().min(0),
  confirmedAt: z.iso.datetime().nullable(),
})
export type SwapQuote = z.infer<typeof SwapQuote>

const currencyNotOffered = { status: 422, description: 'one of them is switched off, or both are the same' } as const
const swapsUnavailable = {
  status: 422,
  description: 'swaps are switched off, or the exchange rates are outdated or wait for an operator',
} as const
const countryRestricted = { status: 422, description: 'the call comes from a restricted country' } as const

export const readSwapTerms = endpoint({
  method: 'GET',
  path: '/api/wallet/swaps/terms',
  access: 'player',
  summary: 'Get the rate, spread and limits of a swap between two currencies',
  query: Pair,
  reply: SwapTerms,
  refusals: { currencyNotOffered, swapsUnavailable },
})

export const quoteSwap = endpoint({
  method: 'POST',
  path: '/api/wallet/swaps/quotes',
  access: 'player',
  summary: 'Get a quote that is valid for a few seconds, in place of an open one of the same currencies',
  body: Pair.extend({ amount: PositiveAmount }),
  reply: SwapQuote,
  refusals: {
    currencyNotOffered,
    swapsUnavailable,
    countryRestricted,
    amountTooSmall: { status: 422 },
    dailyLimitReached: { status: 422, description: 'more than is left of the daily limit' },
    tooManyAttempts: { status: 429 },
  },
})

export const confirmSwap = endpoint({
  method: 'PUT',
  path: '/api/wallet/swaps/quotes/{id}/confirm',
  access: 'player',
  summary: 'Execute a quote, both sides in one transaction; idempotent',
  params: z.object({ id: z.uuid() }),
  reply: z.object({ swap: SwapQuote, accounts: z.array(Account) }),
  refusals: {
    quoteNotFound: { status: 404 },
    quoteExpired: { status: 422, description: 'or a newer quote of the same currencies has taken its place' },
    rateChanged: { status: 422, description: 'the exchange rate has moved by more than the spread since the quote' },
    insufficientFunds: { status: 422 },
    balanceTooLarge: { status: 422 },
    dailyLimitReached: { status: 422 },
    currencyNotOffered,
    swapsUnavailable,
    countryRestricted,
    playerExcluded: { status: 422, code: 13101, description: 'a cooling-off period or self-exclusion is in force' },
    playerLimited: { status: 422, description: 'the account is limited or closed' },
    turnoverOpen: { status: 422, code: 13102, description: 'deposits of `from` must be staked first' },
    bonusIsOpen: { status: 422, description: 'a bonus of `from` is active or waits to be started' },
    stepUpRequired: { status: 422, code: 12003, description: 'the session was idle for half an hour' },
  },
})
