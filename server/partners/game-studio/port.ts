/** The port of game studios: a catalogue of playable games, launches, signed wallet calls, and free rounds. */
import type { Result } from '#contract/endpoint.ts'
import type { GameFeature, GameKind } from '#contract/games.ts'
import type { Draw, PublishedKey } from '#games/studio/draw-keys.ts'
import type { RoundFile } from '#games/studio/round-file.ts'
import type { SeedPair } from '#games/studio/seeds.ts'
import type { PublicRound } from '#games/studio-api.ts'
import type { MathsSources, MathsVersion, PublishedFairness } from '#contract/published-fairness.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import type { CatalogueGame } from './catalogue.ts'

export type GameText = {
  name: string
  /** The name with soft hyphens, if a word is too long for a tile or a title on a phone. */ tileName?: string
  description: string
  rules: Array<{ title: string; text: string }>
  /** Theme keywords for search. */ keywords: string[]
  /** Names of a slot's symbols. */ symbols?: Record<string, string>
}

/**
 * Offers and levels have one rate for slots and another, called dice, for all games in which players choose the odds.
 */
export type TermsKind = 'slot' | 'dice'
export function termsKindOf(kind: GameKind): TermsKind {
  return kind === 'slot' ? 'slot' : 'dice'
}

export const classics = ['roulette', 'blackjack', 'baccarat'] as const
export type Classic = (typeof classics)[number]

export type StudioGame = {
  /** Also the game's id in this product. */
  slug: string
  kind: GameKind
  /** A casino classic that laws name. */
  classic?: Classic
  volatility: 'low' | 'medium' | 'high' | 'extreme'
  /** Percent, from the exact enumeration of the deployed maths. */
  rtp: number
  /** The same as an exact fraction. */
  rtpExact: { numerator: bigint; denominator: bigint }
  /** Percentage of rounds that pay anything; null if it depends on the player's choices. */
  hitRate: number | null
  /** The day of its release, such as 2026-11-21; null if unknown. */
  releasedOn: string | null
  features: readonly GameFeature[]
  /** Standard deviation of one round, in stakes; null if the studio does not state it. */
  deviation: number | null
  /** Null if the studio does not state it. */
  maxWinMultiplier: number | null
  /** The maximum win occurs once in this many rounds on average; absent if the studio does not state it. */
  maxWinOneIn?: number
  /** The highest maximum win of replaced versions, whose open rounds are still paid. */
  replacedMaxWin?: number
  /** Null if the maths is not published. */
  mathsVersion: string | null
  mathsHash: string | null
  /** The maker, if an aggregator carries several studios; otherwise the studio itself. */
  maker?: { slug: string; name: string }
  /** Same-origin address of the portrait tile. */
  tile: string
  /** The tile as pictures of several widths: all of them as a `srcset`, and the address of the narrowest. */
  tilePictures?: { srcset: string; narrowest: string }
  dominantColor: string
  /** For each currency that the game accepts, in subunits. */
  stakes: Array<{ currency: string; min: number; max: number }>
  /** English is the fallback for locales without texts. */
  text(locale: string): GameText
  /** Present for a game from an outside catalogue. */
  outside?: OutsideGame
}

export type OutsideGame = {
  /** The studio's own id of the game. */
  code: string
  category: string
  platforms: string[]
  /** The game cannot be played from these countries, whatever the operator offers there. */
  blockedCountries: string[]
  /** If empty, every currency that the site offers. */
  currencies: string[]
  languages: string[]
  hasFreeRounds: boolean
  hasDemo: boolean
  /** False for a game that is switched off, retired or missing from its catalogue: nothing new starts in it. */
  isOffered: boolean
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
/** The player's environment, as a studio receives it. */
export type LaunchPlace = {
  ip: string
  country: string | null
  /** The game is for a phone or tablet. */
  isMobile: boolean
  /** The address of the site, for the lobby and the cashier. */
  siteUrl: string
  /** The free spins of the launch, which the studio must know before they can be played. */
  freeRounds?: FreeRounds
}
/** A player's free spins in a game of an outside studio. */
export type FreeRounds = {
  /** The id of the player's free spins, also used as the reward's id at the studio. */
  id: string
  playerId: string
  currency: string
  game: string
  stake: bigint
  count: number
  expiresAt: Date
}

export type StudioCallHead = { rawBody: Buffer; header(name: string): string | undefined; now: Date }

export type GameStudio = {
  /** Identifies the studio in the path of its calls and in ledger actors. */
  slug: string
  name: string
  /** The offered games in the order of the lobby, replaced as a whole when a catalogue changes. */
  games: readonly StudioGame[]
  /** The address for the game's frame; it contains a short-lived launch token. */
  launchUrl(request: LaunchRequest, now: Date, place: LaunchPlace): Promise<Result<string, FreeRoundsRefusal>>
  /**
   * The contents of a launch token; null if it was not issued here for this studio. With `now`, also null for an
   * expired one.
   */
  readLaunch(token: string, options: { now: Date | null }): LaunchRequest | null
  /** Verifies signature and age of a wallet call over its raw bytes, in constant time. */
  isGenuine(call: StudioCallHead): boolean
  /** Rounds that can be recalculated from committed seeds; null for a studio without them. */
  fairness: StudioFairness | null
  /** Present for a studio of another company: its protocol, catalogue and free rounds. */
  outside?: OutsideStudio
}

export type CatalogueRefusal = 'unavailable' | 'malformed' | 'tooLarge'
/** `freeRoundsRefused`: the studio refuses them, for example because it does not offer the stake. */
export type FreeRoundsRefusal = 'studioUnavailable' | 'freeRoundsRefused'
export type OutsideStudio = {
  /** Which of the protocols its wallet calls follow. */
  protocol: 'hub88' | 'softswiss'
  /** Finds a game by our id or the studio's, even if it is not offered, because its rounds continue. */
  find(id: string): StudioGame | undefined
  findByCode(code: string): StudioGame | undefined
  setGames(games: readonly StudioGame[]): void
  /** Reads the whole catalogue. */
  catalogue(): Promise<Result<CatalogueGame[], CatalogueRefusal>>
  /** Creates free rounds at the studio; no effect if it already has them. */
  createFreeRounds(rounds: FreeRounds): Promise<Result<void, FreeRoundsRefusal>>
  /** No effect if they are finished or unknown. */
  cancelFreeRounds(rounds: Pick<FreeRounds, 'id'>): Promise<Result<void, 'studioUnavailable'>>
  reportFreeRounds(rounds: Pick<FreeRounds, 'id' | 'currency'>): Promise<Result<FreeRoundsReport, 'studioUnavailable'>>
}
/** `won` in subunits; null for rounds that the studio does not know. */
export type FreeRoundsReport = { used: number; won: bigint } | null

/** The studio stores its rounds in this database, so it needs the connection. */
export type FairnessNeeds = KernelDeps
export type StudioFairness = {
  readRound(needs: FairnessNeeds, id: string): Promise<PublicRound | undefined>
  /** For the operator: with its steps, and recalculated. */
  readFile(needs: FairnessNeeds, id: string): Promise<RoundFile | undefined>
  /** Text, tables and test vectors for authors of verifiers. */
  readPublished(): PublishedFairness
  /** Every version that has decided rounds. */
  listMaths(): MathsVersion[]
  /** The sources that the hash of a version covers. */
  readMaths(of: Pick<MathsVersion, 'game' | 'version'>): MathsSources | undefined
  /** The public keys of the verifiable random function, newest first. */
  readKeys(needs: FairnessNeeds): Promise<PublishedKey[]>
  /** The seed that the key in use determines for an input, with its proof. */
  drawSeed(needs: FairnessNeeds, tx: Tx, input: string): Promise<Draw>
  /** A player's seed pairs in a game, newest first. */
  listPairs(needs: FairnessNeeds, of: { playerId: string; game: string }): Promise<SeedPair[]>
  /** Reveals the seed of a player's round and commits to the next one; no effect if it is already revealed. */
  revealSeed(
    needs: FairnessNeeds,
    of: { playerId: string; roundId: string },
  ): Promise<Result<void, 'roundInProgress' | 'tooManyReveals'>>
}
