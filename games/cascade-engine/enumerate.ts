/**
 * Plays every combination of stops to the end of its chain, on numbers in place of symbols, and counts what each one
 * pays. A reel is spun only once a run reaches it: chains that never do are counted with all of its stops.
 */
import type { Pays, SlotDefinition } from '../slot-engine/definition.ts'
import { mostSteps, multiplierAt } from './maths.ts'

/** Coins of a whole round -> number of combinations; `longest` is the greatest number of wins in a row. */
export type Chains = { total: number; rows: Map<number, number>; longest: number }

/** Of a chain that needs the next reel. */
const open = -1

export function enumerateChains(slot: SlotDefinition): Chains {
  const { reels, rows: height } = slot
  const strips = slot.strips.map((symbols) => Uint8Array.from(symbols, (symbol) => slot.symbols.indexOf(symbol)))
  const wild = slot.symbols.indexOf('wild')
  const pays = slot.symbols.map((symbol) =>
    Array.from({ length: reels + 1 }, (_, count) => slot.paytable[symbol]?.[count as keyof Pays] ?? 0),
  )
  const multipliers = Array.from({ length: mostSteps }, (_, step) => multiplierAt(slot, step))
  /** Combinations of the reels from each one on. */
  const combinations = strips.reduceRight((all, strip) => [all[0]! * strip.length, ...all], [1])
  const chains: Chains = { total: combinations[0]!, rows: new Map(), longest: 0 }

  const board = new Uint8Array(reels * height)
  const gone = new Uint8Array(reels * height)
  const stops = new Int32Array(reels)
  const tops = new Int32Array(reels)

  /** Coins of one step before its multiplier; marks what wins. */
  const evaluate = (known: number) => {
    let coins = 0
    gone.fill(0)
    for (let first = 0; first < height; first++) {
      if (isRepeated(board, first)) continue
      const symbol = board[first]!
      let ways = 1
      let count = 0
      for (; count < reels; count++) {
        if (count === known) return open
        let matches = 0
        for (let at = count * height; at < (count + 1) * height; at++)
          if (board[at] === symbol || board[at] === wild) matches++
        if (matches === 0) break
        ways *= matches
      }
      const pay = pays[symbol]![count]!
      if (pay === 0) continue
      coins += pay * ways
      for (let at = 0; at < count * height; at++) if (board[at] === symbol || board[at] === wild) gone[at] = 1
    }
    return coins
  }

  const drop = (known: number) => {
    for (let reel = 0; reel < known; reel++) {
      const strip = strips[reel]!
      let to = (reel + 1) * height - 1
      for (let from = to; from >= reel * height; from--) if (!gone[from]) board[to--] = board[from]!
      for (; to >= reel * height; to--) {
        tops[reel] = (tops[reel]! || strip.length) - 1
        board[to] = strip[tops[reel]!]!
      }
    }
  }

  /** Coins of the chain from these stops. */
  const play = (known: number) => {
    tops.set(stops)
    for (let reel = 0; reel < known; reel++)
      for (let row = 0; row < height; row++)
        board[reel * height + row] = strips[reel]![(stops[reel]! + row) % strips[reel]!.length]!
    let coins = 0
    for (let step = 0; step < mostSteps; step++) {
      const won = evaluate(known)
      if (won === open) return open
      if (won === 0) {
        chains.longest = Math.max(chains.longest, step)
        return coins
      }
      coins += won * multipliers[step]!
      drop(known)
    }
    throw new RangeError(`${slot.slug}: the chain from ${stops.join()} does not end`)
  }

  const visit = (known: number): void => {
    const coins = known === 0 ? open : play(known)
    if (coins !== open) {
      chains.rows.set(coins, (chains.rows.get(coins) ?? 0) + combinations[known]!)
      return
    }
    for (let stop = 0; stop < strips[known]!.length; stop++) {
      stops[known] = stop
      visit(known + 1)
    }
  }
  visit(0)
  return chains
}

/** A symbol that shows twice on the first reel is one run. */
function isRepeated(board: Uint8Array, row: number): boolean {
  for (let above = 0; above < row; above++) if (board[above] === board[row]) return true
  return false
}
