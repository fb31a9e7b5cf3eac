/**
 * The refusals of play. `ledger.post` (server/kernel/db/functions) names each, and this file derives from that name what
 * every caller is told: a studio, its protocol, the frame of a game, a sportsbook, the player who enters a tournament.
 *
 * A new refusal is a row of `refusalsOfPlay` and, for a new name to a caller, a row of that caller's answers: without
 * it, this file does not compile. Its texts are in `content/<locale>/refusals.json`, in `games/client/words.json` if a
 * frame shows it, and in `sandbox/sportsbook/words.json`.
 */
import type { RefusalSpec } from './endpoint.ts'
import type { PlayLimitKind } from './limit-kinds.ts'
import * as HttpStatus from './statuses.ts'

/** The calls that post a movement of play. */
export type PlayCall = 'bet' | 'win' | 'rollback' | 'sportsBet' | 'tournamentEntry'
/** Pushed to the player's page, because the caller is told less, or the page does not know of it yet. */
type RefusalEvent =
  | { name: 'game.bet.limit.reached'; limit: PlayLimitKind }
  | { name: 'game.bet.max.exceed' | 'game.bet.restricted' | 'game.reality-check' }
type Row = { [Call in PlayCall]?: string } & { event?: RefusalEvent }

const limit = <const Limit extends PlayLimitKind>(name: Limit) =>
  ({
    bet: 'limitReached',
    sportsBet: 'limitReached',
    tournamentEntry: 'playLimitReached',
    event: { name: 'game.bet.limit.reached', limit: name },
  }) as const

/**
 * For each refusal of `ledger.post`, its name in the answer to each call. Without one, the ledger never refuses the
 * movements of that call so.
 */
export const refusalsOfPlay = {
  insufficientFunds: {
    bet: 'insufficientFunds',
    sportsBet: 'insufficientFunds',
    tournamentEntry: 'insufficientFunds',
  },
  accountNotFound: {
    bet: 'insufficientFunds',
    win: 'betNotFound',
    rollback: 'betNotFound',
    sportsBet: 'insufficientFunds',
    tournamentEntry: 'insufficientFunds',
  },
  idempotencyConflict: { bet: 'transactionConflict', win: 'transactionConflict', rollback: 'transactionConflict' },
  betNotFound: { win: 'betNotFound', rollback: 'betNotFound' },
  betRolledBack: { bet: 'betRolledBack', win: 'betRolledBack', rollback: 'betRolledBack' },
  betAlreadyPaid: { rollback: 'betAlreadyPaid' },
  roundClosed: { bet: 'roundClosed', win: 'roundClosed' },
  /** The session of a bet has ended, or its player may not play. */
  sessionClosed: { bet: 'launchTokenInvalid', sportsBet: 'tokenInvalid', tournamentEntry: 'sessionEnded' },
  playerExcluded: { bet: 'playerExcluded', sportsBet: 'playerExcluded', tournamentEntry: 'playerExcluded' },
  /** A reality check is due, and the bet would open a round. It may be due to play on another device. */
  realityCheckDue: {
    bet: 'realityCheckDue',
    sportsBet: 'realityCheckDue',
    tournamentEntry: 'realityCheckDue',
    event: { name: 'game.reality-check' },
  },
  countryRestricted: {
    bet: 'countryRestricted',
    sportsBet: 'countryRestricted',
    tournamentEntry: 'countryRestricted',
  },
  /** An operator has switched it off. */
  switchedOff: { bet: 'gameUnavailable', sportsBet: 'switchedOff' },
  currencyNotOffered: {
    bet: 'currencyNotOffered',
    sportsBet: 'currencyNotOffered',
    tournamentEntry: 'currencyNotOffered',
  },
  /** A bonus allows a lower stake. Of a bet on sports, this is decided before it is posted. */
  maxBetExceeded: { bet: 'maxBetExceeded', event: { name: 'game.bet.max.exceed' } },
  /** Only bonus money would suffice, and stakes at this game do not count towards the bonus. */
  gameExcluded: { bet: 'insufficientFunds', event: { name: 'game.bet.restricted' } },
  /** The bet requires a free spin, and none with its amount is left. */
  freeSpinsEnded: { bet: 'freeSpinsEnded' },
  // A limit that the player set, or the law: stakes or losses of the period, the stake of a round, the time of play.
  betLimitReached: limit('bet'),
  lossLimitReached: limit('loss'),
  stakeLimitReached: limit('stake'),
  playTimeReached: limit('playTime'),
  winTooLarge: { win: 'winTooLarge' },
  balanceTooLarge: { win: 'winTooLarge' },
} as const satisfies Record<string, Row>

type Refusals = typeof refusalsOfPlay
export type RefusalOfPlay = keyof Refusals
/** The names that the answer to a call can have. */
export type NameTo<Call extends PlayCall> = {
  [C in Call]: {
    [R in RefusalOfPlay]: Refusals[R] extends Record<C, infer Name extends string> ? Name : never
  }[RefusalOfPlay]
}[Call]

/** The name of a refusal in the answer to a call. Throws if the ledger never refuses that call so. */
export function nameTo<Call extends PlayCall>(call: Call, refusal: RefusalOfPlay): NameTo<Call> {
  const row: Row = refusalsOfPlay[refusal]
  const name = row[call]
  if (name === undefined) throw new Error(`${call} was refused as ${refusal}`)
  return name as NameTo<Call>
}

export const eventOf = (refusal: RefusalOfPlay): RefusalEvent | undefined => (refusalsOfPlay[refusal] as Row).event

type StudioAnswer = {
  status: number
  description?: string
  /** Null where the wallet of outside studios answers otherwise. */
  hub88: `RS_ERROR_${string}` | null
  softswiss: readonly [code: number, message: string] | null
  /**
   * What the studio of this site tells the frame of a game beside the name, for developers; null if the frame is only
   * told that the operator is unavailable.
   */
  frame: string | null
}

/** To a studio. After any status of Hub88 but those of money and limits, a studio rolls its bet back. */
export const studioAnswers = {
  insufficientFunds: {
    status: HttpStatus.unprocessable,
    hub88: 'RS_ERROR_NOT_ENOUGH_MONEY',
    softswiss: [100, 'Not enough funds'],
    frame: 'The balance does not cover the stake',
  },
  launchTokenInvalid: {
    status: HttpStatus.forbidden,
    hub88: 'RS_ERROR_INVALID_TOKEN',
    softswiss: [101, 'Unknown player or session'],
    frame: 'The launch token is missing, forged or has expired',
  },
  playerExcluded: {
    status: HttpStatus.unprocessable,
    hub88: 'RS_ERROR_USER_DISABLED',
    softswiss: [110, 'The player may not play'],
    frame: 'The player is in a cooling-off period or self-excluded',
  },
  realityCheckDue: {
    status: HttpStatus.unprocessable,
    description: 'the player acknowledges a reality check first',
    hub88: 'RS_ERROR_LIMIT_REACHED',
    softswiss: [105, 'A limit of the player is reached'],
    frame: 'The player acknowledges a reality check first',
  },
  countryRestricted: {
    status: HttpStatus.unprocessable,
    description: 'the player is in a country from which this game is not played',
    hub88: 'RS_ERROR_USER_DISABLED',
    softswiss: [153, "Not offered in the player's country"],
    frame: "This game is not available for real money in the player's country",
  },
  gameUnavailable: {
    status: HttpStatus.unprocessable,
    description: 'an operator has switched the game or its studio off',
    hub88: 'RS_ERROR_INVALID_GAME',
    softswiss: [107, 'The game is not offered'],
    frame: 'The operator has switched this game off',
  },
  currencyNotOffered: {
    status: HttpStatus.unprocessable,
    description: 'no bets are taken in this currency any more',
    hub88: 'RS_ERROR_WRONG_CURRENCY',
    softswiss: [154, 'Not the currency of the session'],
    frame: 'Bets in this currency are no longer accepted',
  },
  maxBetExceeded: {
    status: HttpStatus.unprocessable,
    description: 'above the highest stake that an active bonus allows in one round',
    hub88: 'RS_ERROR_LIMIT_REACHED',
    softswiss: [106, 'Above the highest stake'],
    frame: 'An active bonus allows a lower stake in one round',
  },
  limitReached: {
    status: HttpStatus.unprocessable,
    description: 'this stake would exceed a limit of the player or a statutory one',
    hub88: 'RS_ERROR_LIMIT_REACHED',
    softswiss: [105, 'A limit of the player is reached'],
    frame: 'A limit of the player leaves no room for this stake',
  },
  freeSpinsEnded: {
    status: HttpStatus.unprocessable,
    description: 'the launch was for free spins, and none is left',
    hub88: 'RS_ERROR_LIMIT_REACHED',
    softswiss: [105, 'No free spins are left'],
    frame: 'No free spins are left',
  },
  transactionConflict: {
    status: HttpStatus.conflict,
    description: 'this transaction id was used with another body',
    hub88: 'RS_ERROR_DUPLICATE_TRANSACTION',
    softswiss: [155, 'The action id was used with another content'],
    frame: null,
  },
  betNotFound: {
    status: HttpStatus.notFound,
    description: 'it does not exist, or is not of this round and player',
    hub88: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    softswiss: [404, 'The bet does not exist'],
    frame: null,
  },
  betRolledBack: {
    status: HttpStatus.conflict,
    description: 'the bet of this round was undone, or a rollback came before it',
    hub88: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
    softswiss: [409, 'The bet was rolled back'],
    frame: null,
  },
  betAlreadyPaid: { status: HttpStatus.unprocessable, hub88: null, softswiss: null, frame: null },
  // Hub88 has no status for these two; operators find them in the log.
  roundClosed: {
    status: HttpStatus.unprocessable,
    hub88: 'RS_ERROR_UNKNOWN',
    softswiss: [409, 'The round is closed'],
    frame: null,
  },
  winTooLarge: {
    status: HttpStatus.unprocessable,
    description: 'above what the game can pay for the stake of this round',
    hub88: 'RS_ERROR_UNKNOWN',
    softswiss: [400, 'Above what the game can pay'],
    frame: null,
  },
} as const satisfies Record<NameTo<'bet' | 'win' | 'rollback'>, StudioAnswer>

type StudioAnswers = typeof studioAnswers
export type StudioRefusal = keyof StudioAnswers
/** The refusals of a bet that the frame of a game is told by name. */
export type FrameRefusal = {
  [R in StudioRefusal]: StudioAnswers[R]['frame'] extends string ? R : never
}[StudioRefusal]

export const isFrameRefusal = (name: string | null): name is FrameRefusal =>
  name !== null && Object.hasOwn(studioAnswers, name) && studioAnswers[name as StudioRefusal].frame !== null

const sportsBetAnswers = {
  tokenInvalid: { status: HttpStatus.forbidden, description: 'expired, of another currency, or its session has ended' },
  insufficientFunds: { status: HttpStatus.unprocessable },
  playerExcluded: { status: HttpStatus.unprocessable },
  realityCheckDue: { status: HttpStatus.unprocessable },
  countryRestricted: { status: HttpStatus.unprocessable },
  currencyNotOffered: { status: HttpStatus.unprocessable },
  switchedOff: {
    status: HttpStatus.unprocessable,
    description: 'the site takes no bets on sports at this moment',
  },
  limitReached: {
    status: HttpStatus.unprocessable,
    description: 'this stake would exceed a limit of the player or a statutory one',
  },
} as const satisfies Record<NameTo<'sportsBet'>, RefusalSpec>

const tournamentEntryAnswers = {
  insufficientFunds: {
    status: HttpStatus.unprocessable,
    description: "the cash in the tournament's currency is less than the price",
  },
  playLimitReached: {
    status: HttpStatus.unprocessable,
    description: 'a limit on stakes, losses or time of play allows no such stake',
  },
  realityCheckDue: {
    status: HttpStatus.unprocessable,
    description: 'a reality check is to be acknowledged first',
  },
  currencyNotOffered: { status: HttpStatus.unprocessable, description: 'the currency is switched off' },
  sessionEnded: { status: HttpStatus.unauthorized },
  countryRestricted: { status: HttpStatus.unprocessable, description: 'the call comes from a restricted country' },
  playerExcluded: {
    status: HttpStatus.unprocessable,
    code: 13101,
    description: 'a cooling-off period or self-exclusion is in force',
  },
} as const satisfies Record<NameTo<'tournamentEntry'>, RefusalSpec>

/** The refusals that the endpoint of a call declares. */
export function refusalsTo<Call extends PlayCall>(call: Call): { [Name in NameTo<Call>]: RefusalSpec } {
  const answers: Record<string, RefusalSpec> =
    call === 'sportsBet' ? sportsBetAnswers : call === 'tournamentEntry' ? tournamentEntryAnswers : studioAnswers
  const names = new Set(Object.values(refusalsOfPlay).map((row: Row) => row[call]))
  const specs = Object.entries(answers)
    .filter(([name]) => names.has(name))
    .map(([name, { status, code, description }]) => [
      name,
      { status, ...(code !== undefined && { code }), ...(description !== undefined && { description }) },
    ])
  return Object.fromEntries(specs) as { [Name in NameTo<Call>]: RefusalSpec }
}
