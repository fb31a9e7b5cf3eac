/** What a slot is: everything that decides a result, as data. The engine, the enumeration, the browser and the verifier read the same object. */

export type SymbolId = 'p1' | 'p2' | 'p3' | 'p4' | 'l1' | 'l2' | 'l3' | 'l4' | 'wild' | 'scatter' | 'coin' | 'blank'
export type Volatility = 'low' | 'medium' | 'high' | 'extreme'

/** Count of symbols from the left (or anywhere, for the scatter) -> coins. */
export type Pays = Partial<Record<3 | 4 | 5 | 6, number>>

/** What happens besides the spin of the reels; each kind has an engine of its own. */
export type Feature =
  /** Each reel draws its height from these, all equally likely, in paid spins and in free ones; `rows` is the tallest. */
  | { kind: 'heights'; paid: number[]; free: number[] }
  /**
   * Symbols that win are removed, those above fall, and the strip goes on above them, until nothing wins. Each step has
   * the next multiplier; the last one stays.
   */
  | { kind: 'cascade'; multipliers: number[] }
  /**
   * From so many coins in a window on, they are held, and every other place is drawn for one more, until `spins` draws
   * in a row bring none. Each coin pays one of `values`, all equally likely; a full window pays `full` in place of them.
   */
  | { kind: 'hold'; from: number; spins: number; oneIn: number; values: number[]; full: number }

export type SlotDefinition = {
  slug: string
  /** Rounds name the version that decided them; a published version never changes. */
  version: string
  reels: number
  rows: number
  /** One strip per reel, read downwards and wrapping round; a stop is the strip index that shows in the top row. */
  strips: SymbolId[][]
  /** Lines: one row index per reel for each line. Ways: every left-to-right combination counts. */
  pays: { kind: 'lines'; lines: number[][] } | { kind: 'ways' }
  /** A stake is this many coins and must divide by it, so no payout is ever rounded. One coin a line, or the price of all ways. */
  coins: number
  /** Every symbol of the strips: wild and scatter first, then best paid first. */
  symbols: SymbolId[]
  /** Coins. Line and way wins count from the left, the longest run pays; the scatter counts anywhere. */
  paytable: Partial<Record<SymbolId, Pays>>
  /** The wild stands for every symbol but the scatter and never shows on the first reel. Each wild inside a line win multiplies it by `multiplier` (1 leaves it alone). */
  wild: { multiplier: number } | null
  /** Scatter count -> free spins, played at the same stake on the same strips with every win times `multiplier`. They never retrigger. */
  freeSpins: { awards: Pays; multiplier: number } | null
  feature?: Feature
  volatility: Volatility
}

/** Strips read better as words: `strip('l1 p2 l3')`. */
export function strip(symbols: string): SymbolId[] {
  return symbols.trim().split(/\s+/) as SymbolId[]
}

/** The lines of the five-reel, three-row games, in the order they are numbered; a game with fewer takes the first ones. */
export const linesOfFive: number[][] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [1, 0, 1, 2, 1],
  [1, 2, 1, 0, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [0, 0, 2, 0, 0],
  [2, 2, 0, 2, 2],
  [0, 2, 2, 2, 0],
  [2, 0, 0, 0, 2],
  [0, 2, 0, 2, 0],
  [2, 0, 2, 0, 2],
  [1, 0, 2, 0, 1],
  [1, 2, 0, 2, 1],
]
