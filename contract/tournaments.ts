/** Tournaments: scores by play within a term, prizes by place. Amounts are in subunits of the base currency. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, PositiveAmount, SignedWireAmount, WireAmount } from './money.ts'
import { refusalsTo } from './refusals-of-play.ts'

export const tournamentStates = ['published', 'running', 'finalising', 'finished', 'cancelled'] as const
export type TournamentState = (typeof tournamentStates)[number]

/**
 * The kinds of scores in order: total stake, number of rounds, highest multiplier, sum of the multipliers of the first
 * rounds, the same for the best of them with a cap on each, won minus staked.
 */
export const scoreKinds = ['stake', 'rounds', 'multiplier', 'multipliers', 'equalised', 'net'] as const
export type ScoreKind = (typeof scoreKinds)[number]

const Prize = z.object({
  place: z.int().min(1),
  /** The prize in the caller's language: an amount, or the name of an offer. */
  title: z.string(),
  /** For a share of the pool, whose title is the percentage: its cash amount, based on the entries so far or as won. */
  amount: WireAmount.nullable(),
  /** The amount of a cash prize, which the title states too. */
  cash: WireAmount.nullable(),
  /** Null until the results are final, and if nobody won the prize. */
  entry: z
    .object({
      playerId: z.uuid(),
      /** Masked, except for the caller's own. */
      name: z.string(),
      score: SignedWireAmount,
    })
    .nullable(),
})
export type Prize = z.infer<typeof Prize>

const Tournament = z.object({
  identity: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(tournamentStates),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /**
   * The time until the start, then until the end, for a countdown that does not depend on the browser's clock;
   * otherwise 0.
   */
  remainingMs: z.int().min(0),
  /** `confirmed`: rounds count from joining on. `buy-in`: players pay before the start. */
  entry: z.enum(['automatic', 'confirmed', 'buy-in']),
  isJoined: z.boolean(),
  /** The price of taking part, and how it is divided. Null without a buy-in. */
  buyIn: z
    .object({
      /** What the player is charged, including the fee. */
      price: WireAmount,
      /** The operator's part of the price; the rest goes to the pool. */
      fee: WireAmount,
      /** What the operator adds to the pool. */
      guarantee: WireAmount,
      /** With fewer players at the start, the tournament is cancelled. */
      fewestPlayers: z.int(),
      /** The number of players who have entered. */
      players: z.int(),
      /** Entries are paid, and refunded on request, until the start. */
      isOpen: z.boolean(),
    })
    .nullable(),
  rules: z.object({
    score: z.enum(scoreKinds),
    /** For `multipliers` and `equalised`: how many rounds count. */
    firstRounds: z.int().nullable(),
    /** For `equalised`: how many of these rounds make the score, and the cap on a round's multiplier, in hundredths. */
    bestRounds: z.int().nullable(),
    multiplierCap: z.int().nullable(),
    /** The smallest stake that counts; 0 if any does. */
    minStake: WireAmount,
    /** Null means all games. */
    games: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
    /** Null means all currencies. */
    currencies: z.array(z.string()).nullable(),
    countsBonusMoney: z.boolean(),
    countsFreeSpins: z.boolean(),
    /** How long after the end the results are checked before they are final. */
    holdMinutes: z.int(),
  }),
  /** The currency of the pool, of cash prizes and of scores that are amounts. */
  currency: z.string(),
  /** The sum of all cash prizes; in a tournament with a buy-in, based on the entries so far. */
  pool: WireAmount,
  prizes: z.array(Prize),
})
export type Tournament = z.infer<typeof Tournament>

const LeaderboardEntry = z.object({
  place: z.int().min(1),
  name: z.string(),
  /** Subunits of the currency, rounds, or hundredths of a multiplier, by the rules' `score`. */
  score: SignedWireAmount,
  isOwn: z.boolean(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

const Leaderboard = z.object({
  /** The first places, as many as were requested. */
  top: z.array(LeaderboardEntry),
  /** The caller's place, with the entries just ahead and behind. Null if no round of the caller counts. */
  own: z
    .object({ place: z.int().min(1), score: SignedWireAmount, rounds: z.int(), around: z.array(LeaderboardEntry) })
    .nullable(),
})
export type Leaderboard = z.infer<typeof Leaderboard>

/** Pushed to everyone, so it contains no translated texts; a page reads them in its own language. */
export type CompletedTournament = {
  identity: string
  /** In the default language. */
  title: string
  prizes: Array<{ place: number; title: string; entry: { playerId: string } | null }>
}

const IdentityParams = z.object({ identity: z.string().regex(/^[a-z0-9-]{1,80}$/) })
const tournamentNotFound = { status: 404 } as const
const tournamentOver = { status: 422, description: 'it has ended or was cancelled' } as const
const playRefusals = {
  countryRestricted: { status: 422, description: 'the call comes from a restricted country' },
  playerExcluded: { status: 422, code: 13101, description: 'a cooling-off period or self-exclusion is in force' },
  playerLimited: { status: 422, description: 'the account is limited or closed' },
} as const

export const listTournaments = endpoint({
  method: 'GET',
  path: '/api/retention/tournaments',
  access: 'public',
  summary: 'List running, upcoming and recently finished tournaments',
  reply: z.object({ running: z.array(Tournament), next: z.array(Tournament), past: z.array(Tournament) }),
})

export const readTournament = endpoint({
  method: 'GET',
  path: '/api/retention/tournaments/{identity}',
  access: 'public',
  summary: 'Get a tournament with its rules and prizes, and with the winners once it has finished',
  params: IdentityParams,
  reply: Tournament,
  refusals: { tournamentNotFound },
})

export const readLeaderboard = endpoint({
  method: 'GET',
  path: '/api/retention/tournaments/{identity}/leaderboard',
  access: 'public',
  summary: "Get the top of the leaderboard, up to 100 places, and the caller's place with its neighbours",
  params: IdentityParams,
  query: z.object({
    /** The number of first places; 0 if only the caller's place is needed. */
    top: z.coerce.number().int().min(0).max(100).default(100),
  }),
  reply: Leaderboard,
  refusals: { tournamentNotFound },
})

export const joinTournament = endpoint({
  method: 'POST',
  path: '/api/retention/tournaments/{identity}/join',
  access: 'player',
  summary: 'Join a tournament; rounds count from now on. Idempotent',
  params: IdentityParams,
  reply: Tournament,
  refusals: {
    tournamentNotFound,
    buyInRequired: { status: 422, description: 'it has a buy-in, which is paid with another call' },
    tournamentOver,
    ...playRefusals,
  },
})

export const enterTournament = endpoint({
  method: 'POST',
  path: '/api/retention/tournaments/{identity}/entry',
  access: 'player',
  summary: "Pay a tournament's buy-in from cash, until it starts. Idempotent: an entry is charged once",
  params: IdentityParams,
  body: z.object({
    /** The price that the player has confirmed, including the fee, in the tournament's currency. */
    price: PositiveAmount,
    currency: CurrencyCode,
  }),
  reply: Tournament,
  refusals: {
    tournamentNotFound,
    tournamentOver,
    tournamentStarted: { status: 422, description: 'entries closed at its start' },
    noBuyIn: { status: 422, description: 'it has no buy-in: join it' },
    priceChanged: { status: 409, description: 'the price confirmed is not the one charged' },
    bonusIsOpen: { status: 422, description: 'a bonus of this currency is active or waits to be started' },
    ...refusalsTo('tournamentEntry'),
    ...playRefusals,
  },
})

export const leaveTournament = endpoint({
  method: 'DELETE',
  path: '/api/retention/tournaments/{identity}/entry',
  access: 'player',
  summary: 'Leave a tournament with a buy-in before its start; the price is refunded. Idempotent',
  params: IdentityParams,
  reply: Tournament,
  refusals: {
    tournamentNotFound,
    tournamentStarted: { status: 422, description: 'it has started: entries are not refunded on request any more' },
    noBuyIn: { status: 422, description: 'it has no buy-in' },
  },
})
