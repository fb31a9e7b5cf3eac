/** Sports: the start of the sportsbook's client, the player's bets, and the calls of the sportsbook. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Slug } from './games.ts'
import { CurrencyCode, WireAmount } from './money.ts'
import { operationNames, SignedBody } from './sportsbook-jwt.ts'
import { refusalsTo } from './refusals-of-play.ts'
import * as protocol from './sportsbook-protocol.ts'

const sportsbookOff = { status: 404, description: 'this site has no sportsbook' } as const

const ClientToken = z.object({ token: z.string(), tokenExpiresAt: z.iso.datetime() })
export const startSportsbook = endpoint({
  method: 'POST',
  path: '/api/game/sportsbook/start',
  access: 'public',
  summary: "Get what is needed to start the sportsbook's client; guests get no token",
  body: z.object({
    /** The currency of the active account by default. */
    currency: CurrencyCode.optional(),
    theme: z.enum(['dark', 'light']).default('dark'),
  }),
  reply: z.object({
    /** The address of the client's script. */
    script: z.url(),
    /** Subresource integrity; null where the provider publishes none. */
    integrity: z.string().nullable(),
    /** The origin of the script and of what it loads. */
    host: z.url(),
    clientId: z.string(),
    /** How the script is started: by `SportsbookClient.mount`, or as a renderer by `initialize`. */
    renderer: z.enum(['mount', 'initialize']),
    /** Null for guests, who can see odds but cannot bet. */
    token: z.string().nullable(),
    tokenExpiresAt: z.iso.datetime().nullable(),
    currency: z.string().nullable(),
    locale: z.string(),
    theme: z.enum(['dark', 'light']),
  }),
  refusals: {
    sportsbookOff,
    noActiveAccount: { status: 422, description: 'the player has no account in this currency' },
  },
})
/** A token is valid for some minutes, for one player, session and currency. */
export const renewSportsbookToken = endpoint({
  method: 'POST',
  path: '/api/game/sportsbook/token',
  access: 'player',
  summary: 'Renew the token of an open sportsbook client',
  body: z.object({ currency: CurrencyCode }),
  reply: ClientToken,
  refusals: { sportsbookOff, noActiveAccount: { status: 422 } },
})
export const listSports = endpoint({
  method: 'GET',
  path: '/api/game/sportsbook/sports',
  access: 'public',
  summary: 'List sports for menus; empty while the sportsbook is unavailable',
  reply: protocol.SportsReply,
  refusals: { sportsbookOff },
})

export const findSportsEvents = endpoint({
  method: 'GET',
  path: '/api/game/sportsbook/events',
  access: 'public',
  summary: 'Find matches by teams and leagues; empty while the sportsbook is unavailable or has no search',
  query: z.object({ search: z.string().trim().min(1).max(100) }),
  reply: protocol.EventsReply,
  refusals: { sportsbookOff },
})

const BetSelection = protocol.Selection.pick({
  id: true,
  eventId: true,
  odds: true,
  isLive: true,
  startsAt: true,
  names: true,
}).extend({
  /** Null until the bet is settled. */
  result: protocol.SelectionResult.nullable(),
  /** The result of the place part of an each-way bet. */
  placeResult: protocol.SelectionResult.nullable(),
})
/** A bet as shown in the player's history. */
export const SportsBet = z.object({
  id: z.uuid(),
  kind: protocol.BetKind,
  systemSizes: z.array(z.int()),
  isEachWay: z.boolean(),
  currency: z.string(),
  stake: WireAmount,
  /** The part of the stake that is not decided yet. */
  openStake: WireAmount,
  /** The total paid for the bet, including cash-outs. */
  payout: WireAmount,
  maximumPayout: WireAmount,
  /** The part of the stake that is bonus money; the bonus gets the same share of the payout. */
  bonusStake: WireAmount,
  /** True for a free bet, whose stake the operator pays; the payout does not include it. */
  isFree: z.boolean(),
  /** The player's debt for this bet, because a payout was corrected after it had been spent. */
  debt: WireAmount,
  status: protocol.BetStatus,
  /** The bet in whose place this one is, after the player changed it; null for a bet that was placed. */
  replaces: z.uuid().nullable(),
  /** What a cash-out pays now; null if none is offered, or the bet has ended. */
  cashOut: WireAmount.nullable(),
  placedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  selections: z.array(BetSelection),
})
export type SportsBet = z.infer<typeof SportsBet>
export const listBets = endpoint({
  method: 'GET',
  path: '/api/game/bets',
  access: 'player',
  summary: 'List bets on sports with their selections, settled or open, newest first',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(20),
    isSettled: z.stringbool().default(true),
    /** The sportsbook's id of one bet, settled or not. */
    betId: z.string().max(64).optional(),
  }),
  reply: z.object({
    data: z.array(SportsBet),
    meta: z.object({
      total: z.int(),
      page: z.int(),
      perPage: z.int(),
      /** The player's total debt by currency. */
      debts: z.array(z.object({ currency: z.string(), amount: WireAmount })),
    }),
  }),
})

// Calls of the sportsbook; see sportsbook-protocol.ts.
const Sportsbook = z.object({ sportsbook: Slug })
const callRefusals = {
  signatureInvalid: { status: 401 },
  unknownSportsbook: { status: 404 },
} as const
const betRefusals = {
  ...callRefusals,
  requestConflict: { status: 409, description: 'this request id was used with another content' },
} as const
const tokenInvalid = { status: 403, description: 'expired, of another currency, or its session has ended' } as const
const betNotFound = { status: 404 } as const
const betDeclined = { status: 409, description: 'the bet was declined, possibly before it arrived' } as const

export const authenticateClient = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/authenticate',
  access: 'partner',
  summary: 'Get the player of a token',
  params: Sportsbook,
  body: protocol.Authenticate,
  reply: protocol.Authenticated,
  refusals: { ...callRefusals, tokenInvalid },
})
export const readClientBalance = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/balance',
  access: 'partner',
  summary: "Get what a token's player can stake",
  params: Sportsbook,
  body: protocol.Balance,
  reply: protocol.BalanceReply,
  refusals: { ...callRefusals, tokenInvalid },
})
export const placeBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/place',
  access: 'partner',
  summary: 'Place a bet: take its stake and hold the bet',
  params: Sportsbook,
  body: protocol.Place,
  bodyBytes: 160 * 1024,
  reply: protocol.BetReply,
  refusals: {
    ...betRefusals,
    ...refusalsTo('sportsBet'),
    slipInvalid: {
      status: 422,
      description: 'its kind does not fit its selections, or its highest payout is too high',
    },
    maxBetExceeded: { status: 422, description: "above the maximum stake of the player's bonus" },
    freeBetNotAccepted: {
      status: 422,
      description: "not one of the player's free bets, used or expired, or it does not fit the slip",
    },
    betExists: { status: 409, description: 'another request placed a bet with this id' },
    betDeclined,
  },
})
export const acceptBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/accept',
  access: 'partner',
  summary: 'Accept a held bet',
  params: Sportsbook,
  body: protocol.Accept,
  bodyBytes: 8 * 1024,
  reply: protocol.BetReply,
  refusals: {
    ...betRefusals,
    betNotFound,
    betDeclined,
    slipInvalid: { status: 422 },
    oddsNotAllowed: { status: 422, description: 'the player does not accept these odds; the bet stays on hold' },
  },
})
export const declineBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/decline',
  access: 'partner',
  summary: 'Decline a held bet and return its stake, or refuse one that has not arrived yet',
  params: Sportsbook,
  body: protocol.Decline,
  /** Only the first three fields if the bet has not arrived. */
  reply: protocol.BetReply.partial().required({ betId: true, status: true, isApplied: true }),
  refusals: { ...betRefusals, betAccepted: { status: 409, description: 'an accepted bet is voided instead' } },
})
const decisionRefusals = {
  ...betRefusals,
  betNotFound,
  betDeclined,
  betNotAccepted: { status: 425, description: 'the bet is still held; repeat the call after its acceptance' },
  betEnded: { status: 409, description: 'what ended the bet does not allow this decision' },
  sequenceConflict: { status: 409, description: 'this sequence number was used for another decision' },
  payoutTooLarge: { status: 422, description: 'above the highest payout of the bet' },
  payoutTooSmall: { status: 422, description: 'a cash-out takes nothing back' },
  stakeTooLarge: { status: 422, description: 'more than was staked, or more than was open' },
  freeBetNotCashedOut: { status: 422, description: 'a free bet cannot be cashed out' },
} as const
export const settleBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/settle',
  access: 'partner',
  summary: 'Settle a bet with its total payout; repeat to correct it',
  params: Sportsbook,
  body: protocol.Settle,
  bodyBytes: 20 * 1024,
  reply: protocol.BetReply,
  refusals: decisionRefusals,
})
export const unsettleBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/unsettle',
  access: 'partner',
  summary: 'Open a decided bet again',
  params: Sportsbook,
  body: protocol.Unsettle,
  reply: protocol.BetReply,
  refusals: decisionRefusals,
})
export const cashOutBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/cash-out',
  access: 'partner',
  summary: 'Cash out a bet, or a part of it',
  params: Sportsbook,
  body: protocol.CashOut,
  reply: protocol.BetReply,
  refusals: decisionRefusals,
})
const { freeBetNotAccepted: _notStaked, ...stakeRefusals } = placeBet.refusals
export const editBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/edit',
  access: 'partner',
  summary: 'Cash out a bet and accept another one in its place, both or neither',
  params: Sportsbook,
  body: protocol.Edit,
  bodyBytes: placeBet.bodyBytes,
  reply: protocol.BetReply,
  refusals: { ...decisionRefusals, ...stakeRefusals },
})
export const voidBet = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/void',
  access: 'partner',
  summary: 'Void an accepted bet and return its stake',
  params: Sportsbook,
  body: protocol.Void,
  reply: protocol.BetReply,
  refusals: decisionRefusals,
})

/** For a sportsbook whose calls are signed tokens; see sportsbook-jwt.ts. */
export const receiveProviderCall = endpoint({
  method: 'POST',
  path: '/api/partners/sportsbook/{sportsbook}/bet/{operation}',
  access: 'partner',
  summary: 'Handle a call of a sportsbook that signs its calls as tokens',
  params: Sportsbook.extend({ operation: z.enum(operationNames) }),
  body: SignedBody,
  bodyBytes: 104 * 1024,
  reply: z.object({ bet_transaction_id: z.string(), balance: WireAmount.optional(), currency: z.string().optional() }),
  refusals: {
    ...decisionRefusals,
    ...placeBet.refusals,
    ...acceptBet.refusals,
    ...declineBet.refusals,
    callInvalid: { status: 422, description: 'its content is not that of the operation' },
    transactionNotLast: {
      status: 425,
      description: 'another transaction decides about the bet now; repeat it in order',
    },
  },
})
