/** The port of game studios: a catalogue of playable games, launches, and signed wallet calls. */
import type { Result } from '#contract/endpoint.ts'
import type { GameFeature, GameKind } from '#contract/games.ts'
import type { PublicRound } from '#games/studio-api.ts'
import type { Deps } from '../../deps.ts'

export type GameText = {
  name: string
  /** The name with soft hyphens, where a word is too long for a tile. */ tileName?: string
  description: string
  rules: Array<{ title: string; text: string }>
  /** Theme keywords for search. */ keywords: string[]
}

/** Terms of offers and levels have one rate for slots and one, called dice, for all games whose odds players choose. */
export type TermsKind = 'slot' | 'dice'
export function termsKindOf(kind: GameKind): TermsKind {
  return kind === 'slot' ? 'slot' : 'dice'
}

export type StudioGame = {
  /** Also the game's id in this product. */
  slug: string
  kind: GameKind
  volatility: 'low' | 'medium' | 'high' | 'extreme'
  /** Percent, from the exact enumeration of the deployed maths. */
  rtp: number
  /** The same as an exact fraction. */
  rtpExact: { numerator: bigint; denominator: bigint }
  /** Share of rounds that pay anything, percent; null where the player's choice decides it. */
  hitRate: number | null
  /** Standard deviation of one round, in stakes. */
  deviation: number
  maxWinMultiplier: number
  mathsVersion: string
  mathsHash: string
  /** The day of its release, such as 2026-11-21; null if unknown. */
  releasedOn: string | null
  features: readonly GameFeature[]
  /** Who made it, where an aggregator carries several studios; otherwise the studio itself. */
  maker?: { slug: string; name: string }
  /** Same-origin address of the portrait tile. */
  tile: string
  dominantColor: string
  /** For each currency that the game accepts, in subunits. */
  stakes: Array<{ currency: string; min: number; max: number }>
  /** English is the fallback for locales without texts. */
  text(locale: string): GameText
}

export type LaunchRequest = {
  /** Null in demo mode. */
  playerId: string | null
  /** The player's session, or a separate demo session. */
  sessionId: string
  game: string
  currency: string
  mode: 'real' | 'demo'
  locale: string
  theme: 'dark' | 'light'
  /** The stake of the free spins that are played; null for none. */
  freeSpins?: { stake: number } | null
}

export type StudioCallHead = { rawBody: Buffer; header(name: string): string | undefined; now: Date }

export type GameStudio = {
  /** Identifies the studio in the path of its calls and in ledger actors. */
  slug: string
  name: string
  /** In the order of the lobby. */
  games: readonly StudioGame[]
  /** The address for the game's frame; it contains a short-lived launch token. */
  launchUrl(request: LaunchRequest, now: Date): string
  /**
   * The contents of a launch token; null if it was not issued here for this studio. With `now`, also null for an
   * expired one.
   */
  readLaunch(token: string, options: { now: Date | null }): LaunchRequest | null
  /** Verifies signature and age of a wallet call over its raw bytes, in constant time. */
  isGenuine(call: StudioCallHead): boolean
  /** Rounds that can be recalculated from committed seeds; null for a studio without them. */
  fairness: StudioFairness | null
}

/** The studio keeps its rounds in this database, hence the connection. */
export type FairnessNeeds = Pick<Deps, 'db' | 'clock' | 'randomBytes'>
export type StudioFairness = {
  readRound(needs: FairnessNeeds, id: string): Promise<PublicRound | undefined>
  /** Reveals the seed of a player's round and commits to the next one; without effect where it is revealed already. */
  revealSeed(
    needs: FairnessNeeds,
    of: { playerId: string; roundId: string },
  ): Promise<Result<void, 'roundInProgress' | 'tooManyReveals'>>
}
