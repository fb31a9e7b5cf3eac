/**
 * The studio's own player API: what the game page in the iframe talks to. Every call but the public round carries
 * `Authorization: Bearer <launch token>`; the page's origin is opaque, so there are no cookies. Amounts are integer subunits.
 * Errors are `{ error: { name, message, fields? } }` with a name of `StudioErrorName`.
 */
import type { FloorChoice } from '#contract/floor-rounds.ts'
import type { GameKind } from '#contract/games.ts'
import type { FrameRefusal } from '#contract/refusals-of-play.ts'
import type { Act, PokerHand, TowersView, View } from '#contract/rounds.ts'
import type { SharedTable } from '#contract/shared-rounds.ts'
import type { SlotDefinition, Volatility } from './slot-engine/definition.ts'
import type { Choice, Outcome } from './slot-engine/outcome.ts'

export type DiceDefinition = {
  slug: 'dice'
  version: string
  /** Rolls are 0..9999. */
  sides: 10000
  /** Stakes must be a multiple of this many subunits, so that no payout is ever rounded. */
  coins: number
  /**
   * Steps of the slider, longest odds last. Of the 10000 rolls `winCount` win; multiplier = 9900 / winCount, at most
   * one decimal. Under: target = winCount. Over: target = 9999 - winCount.
   */
  ladder: Array<{ winCount: number; multiplier: number }>
  defaultWinCount: number
}

export type MinesDefinition = {
  slug: 'mines'
  version: string
  tiles: 25
  defaultMines: number
  /** For each number of mines: the multipliers of the first, second, … safe tile to four decimals, and the highest stake in coins. */
  boards: Array<{ mines: number; multipliers: number[]; highestCoins: number }>
}

export type TowersDefinition = {
  slug: 'towers'
  version: string
  floors: number
  defaultTower: TowersView['tower']
  /** `safe` of `tiles` on each floor. */
  towers: Array<{
    tower: TowersView['tower']
    tiles: number
    safe: number
    multipliers: number[]
    highestCoins: number
  }>
}

export type HiloDefinition = {
  slug: 'hilo'
  version: string
  ranks: 13
  /** Multiples of the stake: a call that could be worth more is not offered. */
  highest: number
  mostCards: number
}

export type BlackjackDefinition = {
  slug: string
  version: string
  mostHands: number
  hasSurrender: boolean
}

export type PokerDefinition = {
  slug: string
  version: string
  /** From the highest hand, as a multiple of the stake. */
  pays: Array<[PokerHand, number]>
}

/** Multipliers in hundredths. */
export type CrashDefinition = {
  slug: 'crash'
  version: string
  /** The multiplier so many milliseconds after the start is e to the power of `growth` times them. */
  growth: number
  lowest: number
  highest: number
  bettingMs: number
}

export type SteppedDefinition =
  | MinesDefinition
  | TowersDefinition
  | HiloDefinition
  | BlackjackDefinition
  | PokerDefinition
  | CrashDefinition

/** The commitment for the next round: shown before, verified after the reveal. */
export type Fairness = {
  /** Counts the player's pairs in this game; null for a pair from before the verifiable random function. */
  pair: number | null
  /** SHA-256 of the server seed, hex. */
  serverSeedHash: string
  clientSeed: string
  nextNonce: number
}

/**
 * GET /studio/api/session?clientSeed=…: with the seed that the page has drawn, for a first pair. Where one is open, it is
 * not used. Without it, a first pair for money is refused with `seedNeeded`.
 */
export type StudioSession = {
  game: {
    slug: string
    kind: GameKind
    name: string
    description: string
    rules: Array<{ title: string; text: string }>
    mathsVersion: string
    /** SHA-256 of the deployed maths, hex. */
    mathsHash: string
    /** Percent, from the exact enumeration. */
    rtp: number
    /** Share of rounds with any payout, percent; null if it depends on the player's choice. */
    hitRate: number | null
    /** Of the choices with the worst and the best odds, where choices differ; else that of the game. */
    rtpLowest: number
    rtpHighest: number
    /** Multiples of the stake. */
    maxWinMultiplier: number
    /** Rounds per maximum win, on average. */
    maxWinOneIn: number
    volatility: Volatility
    /** Minimum time between plays; the server rejects faster ones with `tooFast`. */
    cycleMs: number
  }
  definition:
    | { kind: 'slot'; slot: SlotDefinition }
    | { kind: 'dice'; dice: DiceDefinition }
    /** The page imports the game's maths; `choice` is a new player's, at the default stake. */
    | { kind: 'floor'; choice: FloorChoice | null }
    | { kind: 'stepped'; stepped: SteppedDefinition }
  mode: 'real' | 'demo'
  locale: string
  direction: 'ltr' | 'rtl'
  theme: 'dark' | 'light'
  currency: {
    code: string
    subunitToUnit: number
    symbol: string
    /** Display unit of amounts: the currency itself, or its milli unit (mBTC, mETH). */
    display: { code: string; subunitToUnit: number }
  }
  /** `ladder` is what the page offers; any multiple of `unit` from `min` to `max` is accepted. */
  stakes: { unit: number; min: number; max: number; ladder: number[]; default: number }
  /** With free spins every round has this stake, and the operator pays it; null if the player does. */
  freeSpins: { stake: number } | null
  balance: number
  fairness: Fairness
  /**
   * An unfinished round, or the last finished one. An open one is requested again (POST play with its playId, stake and choice); one
   * that is being played continues with POST act.
   */
  lastRound: StudioRound | null
  /** The last finished rounds, newest first; those of slots without their outcome. */
  recentRounds: StudioRound[]
}

export type StudioRound = {
  id: string
  playId: string
  /** open: being settled, the outcome is not shown yet; playing: the player acts next; cancelled: the stake was returned. */
  status: 'open' | 'playing' | 'settled' | 'cancelled'
  stake: number
  /** Staked by acts, in addition. */
  extraStake: number
  choice: Choice
  /** Of a round of several steps: what the player sees, and how many acts have led there. Null for others and while it is open. */
  progress: { view: View; acts: number } | null
  /** Null until settled. */
  outcome: Outcome | null
  payout: number
  nonce: number
  createdAt: string
}

/** POST /studio/api/play: a repeated playId returns the first answer and never places a second bet. */
export type PlayRequest = {
  playId: string
  stake: number
  choice: Choice
  /** Whose odds the player sees: a new round is refused if another version would decide it. */
  mathsVersion?: string
}
/** 200 with a round that is settled or being played, or 202 with an open one: repeat the same request until it is settled or cancelled. */
export type PlayReply = { round: StudioRound; balance: number; fairness: Fairness }

/**
 * POST /studio/api/act: a choice inside a round that is being played. `after` is the number of acts that the player has seen, so that
 * of two tabs one acts. A repeated actId returns the present state of the round and acts no second time. The answer is a PlayReply.
 */
export type ActRequest = { roundId: string; actId: string; after: number; act: Act }

/**
 * GET /studio/api/table: the present round of a game that all players share. Reading it keeps the rounds going: they stop when nobody
 * has watched for a while and no bet is open. In such a game a player's only act is `cashOut`; its moment is that of its receipt.
 */
export type TableReply = SharedTable

/** POST /studio/api/seeds: ends the seed pair, reveals it, and opens the next one with the player's own client seed (1 to 64 printable ASCII characters). */
export type SeedsRequest = { clientSeed?: string }
export type SeedsReply = {
  revealed: {
    pair: number | null
    /** Of the verifiable random function, in base64url; null like `pair`. */
    proof: string | null
    serverSeed: string
    serverSeedHash: string
    clientSeed: string
    roundsPlayed: number
  }
  fairness: Fairness
}

/** GET /studio/api/rounds/{id}: public, no token. `serverSeed` is null until the pair is rotated. */
export type PublicRound = {
  id: string
  game: string
  mathsVersion: string
  mathsHash: string
  mode: 'real' | 'demo'
  status: 'open' | 'settled' | 'cancelled'
  currency: string
  stake: number
  /** Staked inside the round, in addition. */
  extraStake: number
  choice: Choice
  outcome: Outcome | null
  payout: number
  serverSeedHash: string
  serverSeed: string | null
  clientSeed: string
  /** How the server seed was drawn (contract/seed-pair.ts); null for a pair from before the verifiable random function. */
  drawn: {
    number: number
    place: string
    key: { id: string; n: string; e: string }
    /** Null until the pair is rotated. */
    proof: string | null
  } | null
  nonce: number
  createdAt: string
}

export type StudioErrorName =
  | FrameRefusal // of a bet, with the status to the studio; launchTokenInvalid with 401: the lobby must launch again
  | 'validation' // 422 with fields
  | 'seedNeeded' // 409: open the session with a client seed first
  | 'stakeInvalid' // 422: outside min..max or not a multiple of unit
  | 'choiceInvalid' // 422
  | 'mathsReplaced' // 409: the game has another version of its maths by now; open the page again
  | 'playConflict' // 409: this playId was used with another stake or choice
  | 'playInFlight' // 409: another round of this game is not settled yet
  | 'actInvalid' // 422: not possible at this step of the round
  | 'actConflict' // 409: the round has moved on, in another tab; ask for the session again
  | 'roundEnded' // 409: the round is over
  | 'betsClosed' // 409: the shared round does not accept bets; nothing was taken
  | 'tooFast' // 429, with a Retry-After header and error.retryAfterMs
  | 'tooManyReveals' // 429, with a Retry-After header and error.retryAfterMs: the seeds were changed too often
  | 'roundNotFound' // 404
  | 'operatorUnavailable' // 503: nothing was taken; try again with a new playId
  | 'internal' // 500
export type StudioError = {
  error: { name: StudioErrorName; message: string; fields?: Record<string, string[]>; retryAfterMs?: number }
}
