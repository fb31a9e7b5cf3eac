/**
 * Plays the whole chain of every combination of stops, with numbers in place of symbols, and counts the payouts. A reel is
 * spun only when a run reaches it; a chain that never reaches a reel is counted once for each of that reel's stops.
 */
import type { Pays, SlotDefinition } from '../slot-engine/definition.ts'
import { mostSteps, multiplierAt } from './maths.ts'

/** `rows`: coins of a whole round -> number of combinations. `longest` is the greatest number of wins in a row. */
export type Chains = { total: number; rows: Map<number, number>; longest: number }

/** Returned for a chain whose result depends on the next reel. */
const needsNextReel = -1

export function enumerateChains(slot: SlotDefinition): Chains {
  const { reels, rows: height } = slot
  const strips = slot.strips.map((symbols) => Uint8Array.from(symbols, (symbol) => slot.symbols.indexOf(symbol)))
  const wild = slot.symbols.indexOf('wild')
  const pays = slot.symbols.map((symbol) =>
    Array.from({ length: reels + 1 }, (_, count) => slot.paytable[symbol]?.[count as keyof Pays] ?? 0),
  )
  const multipliers = Array.from({ length: mostSteps }, (_, step) => multiplierAt(slot, step))
  /** The number of combinations of each reel and the reels after it. */
  const combinations = strips.reduceRight((all, strip) => [all[0]! * strip.length, ...all], [1])
  const chains: Chains = { total: combinations[0]!, rows: new Map(), longest: 0 }

  const board = new Uint8Array(reels * height)
  const removed = new Uint8Array(reels * height)
  const stops = new Int32Array(reels)
  const tops = new Int32Array(reels)

  /** Returns the coins of one step, without its multiplier, and marks the winning places. `known` is the number of spun reels. */
  const evaluate = (known: number) => {
    let coins = 0
    removed.fill(0)
    for (let first = 0; first < height; first++) {
      if (isRepeated(board, first)) continue
      const symbol = board[first]!
      let ways = 1
      let count = 0
      for (; count < reels; count++) {
        if (count === known) return needsNextReel
        let matches = 0
        for (let at = count * height; at < (count + 1) * height; at++)
          if (board[at] === symbol || board[at] === wild) matches++
        if (matches === 0) break
        ways *= matches
      }
      const pay = pays[symbol]![count]!
      if (pay === 0) continue
      coins += pay * ways
      for (let at = 0; at < count * height; at++) if (board[at] === symbol || board[at] === wild) removed[at] = 1
    }
    return coins
  }

  const drop = (known: number) => {
    for (let reel = 0; reel < known; reel++) {
      const strip = strips[reel]!
      let to = (reel + 1) * height - 1
      for (let from = to; from >= reel * height; from--) if (!removed[from]) board[to--] = board[from]!
      for (; to >= reel * height; to--) {
        tops[reel] = (tops[reel]! || strip.length) - 1
        board[to] = strip[tops[reel]!]!
      }
    }
  }

  /** Returns the coins of the whole chain from these stops. */
  const play = (known: number) => {
    tops.set(stops)
    for (let reel = 0; reel < known; reel++)
      for (let row = 0; row < height; row++)
        board[reel * height + row] = strips[reel]![(stops[reel]! + row) % strips[reel]!.length]!
    let coins = 0
    for (let step = 0; step < mostSteps; step++) {
      const won = evaluate(known)
      if (won === needsNextReel) return needsNextReel
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
    const coins = known === 0 ? needsNextReel : play(known)
    if (coins !== needsNextReel) {
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

/** A symbol that is twice on the first reel forms one run. */
function isRepeated(board: Uint8Array, row: number): boolean {
  for (let above = 0; above < row; above++) if (board[above] === board[row]) return true
  return false
}
