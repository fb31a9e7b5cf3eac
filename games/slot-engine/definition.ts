/** The definition of a slot: all data that determine a result, for the engine, the enumeration, the browser and the verifier. */

export type SymbolId = 'p1' | 'p2' | 'p3' | 'p4' | 'l1' | 'l2' | 'l3' | 'l4' | 'wild' | 'scatter' | 'coin' | 'blank'
export type Volatility = 'low' | 'medium' | 'high' | 'extreme'

/** Count of symbols from the left (anywhere, for the scatter) -> coins. */
export type Pays = Partial<Record<3 | 4 | 5 | 6, number>>

/** A special rule of a slot. Each kind has an engine of its own. */
export type Feature =
  /** Each reel draws its height from these in paid and in free spins, with equal probability; `rows` is the greatest height. */
  | { kind: 'heights'; paid: number[]; free: number[] }
  /**
   * Winning symbols are removed, those above fall, and the strip fills the gap from above, until nothing wins. Each step uses
   * the next multiplier, and further steps the last one.
   */
  | { kind: 'cascade'; multipliers: number[] }
  /**
   * If a window shows at least `from` coins, they stay, and every other place is redrawn with a chance of one in `oneIn` for a
   * coin, until `spins` redraws in a row bring none. Each coin pays one of `values`, all equally likely. A window full of coins
   * pays `full` instead.
   */
  | { kind: 'hold'; from: number; spins: number; oneIn: number; values: number[]; full: number }

export type SlotDefinition = {
  slug: string
  /** Rounds store the version that decided them. A published version never changes. */
  version: string
  reels: number
  rows: number
  /** One strip for each reel, from the top, repeating. A stop is the index of the symbol in the top row. */
  strips: SymbolId[][]
  /** Lines: one row index per reel for each line. Ways: every left-to-right combination counts. */
  pays: { kind: 'lines'; lines: number[][] } | { kind: 'ways' }
  /**
   * The number of coins in a stake: one for each line, or the price of all ways. Stakes are multiples of it, so that no payout
   * is rounded.
   */
  coins: number
  /** Every symbol of the strips: wild and scatter first, then from the best paid. */
  symbols: SymbolId[]
  /** In coins. Lines and ways pay the longest run from the left; scatters count anywhere. */
  paytable: Partial<Record<SymbolId, Pays>>
  /** The wild substitutes for every symbol but the scatter, and is never on the first reel. Each wild in a line win multiplies it. */
  wild: { multiplier: number } | null
  /** Scatter count -> free spins, with the same stake and strips, every win times `multiplier`, and no further free spins. */
  freeSpins: { awards: Pays; multiplier: number } | null
  feature?: Feature
  volatility: Volatility
}

/** Parses a strip such as `l1 p2 l3`. */
export function strip(symbols: string): SymbolId[] {
  return symbols.trim().split(/\s+/) as SymbolId[]
}

/** The numbered lines of games with five reels and three rows. A game with fewer lines uses the first ones. */
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
