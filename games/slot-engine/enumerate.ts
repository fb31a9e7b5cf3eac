/**
 * Counts, over all combinations of stops, how many have each payout and number of scatters. When all runs of a branch have
 * ended, only the scatters of the remaining reels are counted, so that five reels of about thirty stops take well under a
 * second.
 */
import type { Pays, SlotDefinition, SymbolId } from './definition.ts'
import { columnAt } from './evaluate.ts'

/** Coins and number of scatters, or of another counted symbol -> number of combinations of stops. */
export type Histogram = { total: number; rows: Array<{ coins: number; scatters: number; combinations: number }> }

type Run = {
  /** Index of the line; unused for ways. */ line: number
  symbol: SymbolId
  /** Wild factor, or number of ways. */ factor: number
}
const maxScatters = 64

export function enumerate(slot: SlotDefinition, counted: SymbolId = 'scatter'): Histogram {
  const windows = slot.strips.map((symbols) => symbols.map((_, stop) => columnAt(symbols, stop, slot.rows)))
  const scatterTails = scatterCountsFrom(windows, counted)
  const counts = new Map<number, number>()
  const add = (coins: number, scatters: number, combinations: number) => {
    const key = (coins + pay(slot, counted, scatters)) * maxScatters + scatters
    counts.set(key, (counts.get(key) ?? 0) + combinations)
  }

  const visit = (reel: number, runs: Run[], coins: number, scatters: number): void => {
    if (reel === slot.reels) {
      const allCoins = runs.reduce((sum, run) => sum + pay(slot, run.symbol, slot.reels) * run.factor, coins)
      add(allCoins, scatters, 1)
      return
    }
    if (reel > 0 && runs.length === 0) {
      for (const [more, combinations] of scatterTails[reel]!.entries())
        if (combinations > 0) add(coins, scatters + more, combinations)
      return
    }
    for (const window of windows[reel]!) {
      const shown = window.filter((symbol) => symbol === counted).length
      const step =
        reel === 0 ? { runs: firstRuns(slot, window, counted), coins: 0 } : continueRuns(slot, window, runs, reel)
      visit(reel + 1, step.runs, coins + step.coins, scatters + shown)
    }
  }
  visit(0, [], 0, 0)
  const rows = [...counts].map(([key, combinations]) => ({
    coins: Math.floor(key / maxScatters),
    scatters: key % maxScatters,
    combinations,
  }))
  return {
    total: slot.strips.reduce((product, symbols) => product * symbols.length, 1),
    rows: rows.sort((a, b) => a.coins - b.coins || a.scatters - b.scatters),
  }
}

function firstRuns(slot: SlotDefinition, window: SymbolId[], counted: SymbolId): Run[] {
  if (slot.pays.kind === 'lines') {
    return slot.pays.lines
      .map((rows, line) => ({ line, symbol: window[rows[0]!]!, factor: 1 }))
      .filter((run) => run.symbol !== counted)
  }
  return [...new Set(window)]
    .filter((symbol) => symbol !== counted)
    .map((symbol) => ({ line: 0, symbol, factor: window.filter((shown) => shown === symbol).length }))
}

/** Returns the runs that continue over this reel, and the coins of those that end before it. */
function continueRuns(
  slot: SlotDefinition,
  window: SymbolId[],
  runs: Run[],
  reel: number,
): { runs: Run[]; coins: number } {
  const next: Run[] = []
  let coins = 0
  for (const run of runs) {
    let factor = 0
    if (slot.pays.kind === 'lines') {
      const shown = window[slot.pays.lines[run.line]![reel]!]!
      factor = shown === 'wild' ? (slot.wild?.multiplier ?? 1) : shown === run.symbol ? 1 : 0
    } else {
      for (const shown of window) if (shown === run.symbol || shown === 'wild') factor++
    }
    if (factor > 0) next.push({ line: run.line, symbol: run.symbol, factor: run.factor * factor })
    else coins += pay(slot, run.symbol, reel) * run.factor
  }
  return { runs: next, coins }
}

function pay(slot: SlotDefinition, symbol: SymbolId, count: number): number {
  return slot.paytable[symbol]?.[count as keyof Pays] ?? 0
}

/** For each reel: scatter count on it and all later reels -> number of combinations. */
function scatterCountsFrom(windows: SymbolId[][][], counted: SymbolId): number[][] {
  const tails: number[][] = []
  let tail = [1]
  for (let reel = windows.length - 1; reel >= 0; reel--) {
    const sum: number[] = []
    for (const window of windows[reel]!) {
      const shown = window.filter((symbol) => symbol === counted).length
      for (const [count, combinations] of tail.entries()) sum[count + shown] = (sum[count + shown] ?? 0) + combinations
    }
    tail = Array.from(sum, (value) => value ?? 0)
    tails[reel] = tail
  }
  return tails
}
