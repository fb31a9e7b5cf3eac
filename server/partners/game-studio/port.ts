/** What the house asks of a game studio: a catalogue of playable games, launches, and signed wallet calls. */

export type GameText = {
  name: string
  description: string
  rules: Array<{ title: string; text: string }>
  /** Theme words for the search. */ keywords: string[]
}

export type StudioGame = {
  /** Also the game's id in the house. */
  slug: string
  kind: 'slot' | 'dice'
  volatility: 'low' | 'medium' | 'high' | 'extreme'
  /** Percent, from the exact enumeration of the deployed maths. */
  rtp: number
  maxWinMultiplier: number
  mathsVersion: string
  mathsHash: string
  isNew: boolean
  /** Same-origin address of the portrait tile. */
  tile: string
  dominantColor: string
  /** Per currency that the game takes, in subunits. */
  stakes: Array<{ currency: string; min: number; max: number }>
  /** English stands in for a locale without words. */
  text(locale: string): GameText
}

export type LaunchRequest = {
  /** Null in demo mode. */
  playerId: string | null
  /** The player's session, or a demo session of its own. */
  sessionId: string
  game: string
  currency: string
  mode: 'real' | 'demo'
  locale: string
  theme: 'dark' | 'light'
}

export type StudioCallHead = { rawBody: Buffer; header(name: string): string | undefined; now: Date }

export type GameStudio = {
  /** Names the studio in the path of its calls and in ledger actors. */
  slug: string
  name: string
  /** In the order of the lobby. */
  games: readonly StudioGame[]
  /** The address for the game's frame; it carries a short-lived launch token. */
  launchUrl(request: LaunchRequest, now: Date): string
  /** What a launch token stands for, or null if this house did not make it for this studio. With `now` an expired one is null too. */
  readLaunch(token: string, options: { now: Date | null }): LaunchRequest | null
  /** Verifies signature and age of a wallet call over its raw bytes, in constant time. */
  isGenuine(call: StudioCallHead): boolean
  /** Where a round can be recomputed, in the reader's language; null where the studio offers that nowhere. */
  verifyUrl(roundId: string, locale: string): string | null
}
