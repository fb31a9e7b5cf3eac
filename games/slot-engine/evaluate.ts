/** Evaluates one spin of the reels. */
import type { Pays, SlotDefinition, SymbolId } from './definition.ts'
import type { SlotSpin, SlotWin } from './outcome.ts'

/** The symbols shown at these stops, by reel and row. */
export function windowAt(slot: SlotDefinition, stops: number[]): SymbolId[][] {
  return slot.strips.map((symbols, reel) => columnAt(symbols, stops[reel] ?? 0, slot.rows))
}

/** The symbols that one reel shows, from the stop downwards. */
export function columnAt(symbols: SymbolId[], stop: number, rows: number): SymbolId[] {
  return Array.from({ length: rows }, (_, row) => symbols[(stop + row) % symbols.length]!)
}

/**
 * Evaluates one spin at `coin` subunits for each coin. Throws RangeError if the payout is not a safe integer, because it is sent
 * as a JSON number.
 */
export function evaluateSpin(slot: SlotDefinition, stops: number[], coin: number, kind: SlotSpin['kind']): SlotSpin {
  const multiplier = kind === 'free' ? (slot.freeSpins?.multiplier ?? 1) : 1
  const grid = windowAt(slot, stops)
  const { wins, payout, scatters } = evaluateGrid(slot, grid, { coin, multiplier })
  const freeSpinsAwarded = kind === 'paid' ? (slot.freeSpins?.awards[scatters as keyof Pays] ?? 0) : 0
  return { kind, stops, grid, wins, payout, multiplier, freeSpinsAwarded }
}

/** Evaluates a window. For slots that pay ways, its reels may differ in height. */
export function evaluateGrid(
  slot: SlotDefinition,
  grid: SymbolId[][],
  { coin, multiplier }: { coin: number; multiplier: number },
): { wins: SlotWin[]; payout: number; scatters: number } {
  const wins = slot.pays.kind === 'lines' ? lineWins(slot, slot.pays.lines, grid) : waysWins(slot, grid)
  const scatter = scatterWin(slot, grid)
  if (scatter.win) wins.push(scatter.win)
  for (const win of wins) {
    win.multiplier *= multiplier
    win.payout *= coin * multiplier
  }
  return { wins, payout: exactSum(wins), scatters: scatter.count }
}

export function exactSum(parts: ReadonlyArray<{ payout: number }>): number {
  const payout = parts.reduce((sum, part) => sum + part.payout, 0)
  if (!Number.isSafeInteger(payout)) throw new RangeError(`payout ${payout} is not an exact integer`)
  return payout
}

/** Payouts are in coins here; evaluateGrid converts them to subunits. */
function lineWins(slot: SlotDefinition, lines: number[][], grid: SymbolId[][]): SlotWin[] {
  const wins: SlotWin[] = []
  for (const [line, rows] of lines.entries()) {
    const symbol = grid[0]![rows[0]!]!
    let count = 1
    let factor = 1
    for (; count < slot.reels; count++) {
      const next = grid[count]![rows[count]!]!
      if (next === 'wild') factor *= slot.wild?.multiplier ?? 1
      else if (next !== symbol) break
    }
    const coins = symbol === 'scatter' ? 0 : paysFor(slot, symbol, count)
    if (coins > 0) {
      const positions = rows.slice(0, count).map((row, reel): [number, number] => [reel, row])
      wins.push({ kind: 'line', line, symbol, count, positions, multiplier: factor, payout: coins * factor })
    }
  }
  return wins
}

function waysWins(slot: SlotDefinition, grid: SymbolId[][]): SlotWin[] {
  const wins: SlotWin[] = []
  for (const symbol of new Set(grid[0])) {
    if (symbol === 'scatter') continue
    const positions: Array<[number, number]> = []
    let ways = 1
    let count = 0
    for (; count < slot.reels; count++) {
      const rows = grid[count]!.flatMap((shown, row) => (shown === symbol || shown === 'wild' ? [row] : []))
      if (rows.length === 0) break
      ways *= rows.length
      positions.push(...rows.map((row): [number, number] => [count, row]))
    }
    const coins = paysFor(slot, symbol, count)
    if (coins > 0) wins.push({ kind: 'ways', ways, symbol, count, positions, multiplier: 1, payout: coins * ways })
  }
  return wins
}

function scatterWin(slot: SlotDefinition, grid: SymbolId[][]): { count: number; win: SlotWin | null } {
  const positions = grid.flatMap((column, reel) =>
    column.flatMap((shown, row): Array<[number, number]> => (shown === 'scatter' ? [[reel, row]] : [])),
  )
  const count = positions.length
  const coins = paysFor(slot, 'scatter', count)
  return {
    count,
    win: coins > 0 ? { kind: 'scatter', symbol: 'scatter', count, positions, multiplier: 1, payout: coins } : null,
  }
}

function paysFor(slot: SlotDefinition, symbol: SymbolId, count: number): number {
  return slot.paytable[symbol]?.[count as keyof Pays] ?? 0
}
