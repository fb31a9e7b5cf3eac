/** Finds the highest payout of a spin, and how many windows pay it, by branch and bound. */
import type { SlotDefinition } from '../slot-engine/definition.ts'
import { type Column, columnsOf, payersOf, payOf } from './moments.ts'

export type Most = { coins: number; windows: bigint }

/** `extra` returns what a number of scatters is worth in addition to its pay, such as free spins. */
export function mostOf(slot: SlotDefinition, heights: readonly number[], extra: (scatters: number) => number): Most {
  const payers = payersOf(slot)
  const reels = columnsOf(slot, heights).map(distinct)
  const pays = payers.map((symbol) => Array.from({ length: slot.reels + 1 }, (_, count) => payOf(slot, symbol, count)))
  /** For each reel and payer: an upper bound of what a run that has reached the reel can still pay for each way. */
  const ahead = Array.from({ length: slot.reels + 1 }, () => payers.map(() => 0))
  for (let at = slot.reels; at >= 0; at--)
    payers.forEach((_, payer) => {
      const further = at < slot.reels ? Math.max(...reels[at]!.map(({ matches }) => matches[payer]!)) : 0
      ahead[at]![payer] = Math.max(pays[payer]![at]!, further * (ahead[at + 1]?.[payer] ?? 0))
    })
  const worth = (scatters: number) => payOf(slot, 'scatter', scatters) + extra(scatters)
  const mostWorth = Array.from({ length: slot.reels + 1 }, (_, at) =>
    Array.from({ length: slot.reels + 1 }, (__, scatters) =>
      Math.max(...Array.from({ length: slot.reels - at + 1 }, (___, more) => worth(scatters + more))),
    ),
  )
  // A good start value lets the search skip most windows from the beginning.
  let best: Most = { coins: localMaximum(reels, pays, worth), windows: 0n }
  const visit = (at: number, ways: number[], endedCoins: number, scatters: number, windows: bigint): void => {
    const bound = ways.reduce(
      (sum, count, payer) => sum + count * ahead[at]![payer]!,
      endedCoins + mostWorth[at]![scatters]!,
    )
    if (bound < best.coins) return
    if (at === slot.reels) {
      const coins = ways.reduce((sum, count, payer) => sum + count * pays[payer]![at]!, endedCoins + worth(scatters))
      if (coins > best.coins) best = { coins, windows }
      else if (coins === best.coins) best = { coins, windows: best.windows + windows }
      return
    }
    for (const column of reels[at]!) {
      let nextCoins = endedCoins
      const next = ways.map((count, payer) => {
        const matches = column.matches[payer]!
        if (matches === 0) nextCoins += count * pays[payer]![at]!
        return count * matches
      })
      visit(at + 1, next, nextCoins, scatters + column.scatters, windows * BigInt(column.count))
    }
  }
  visit(
    0,
    payers.map(() => 1),
    0,
    0,
    1n,
  )
  return best
}

/**
 * Returns the coins of a window that no change of one reel improves: the best of those found by hill climbing from the windows
 * with the most matches of each payer.
 */
function localMaximum(reels: Column[][], pays: number[][], worth: (scatters: number) => number): number {
  const coinsOf = (columns: Column[]) =>
    pays.reduce(
      (sum, byCount, payer) => {
        const end = columns.findIndex(({ matches }) => matches[payer] === 0)
        const count = end < 0 ? columns.length : end
        const ways = columns.slice(0, count).reduce((product, { matches }) => product * matches[payer]!, 1)
        return sum + ways * byCount[count]!
      },
      worth(columns.reduce((sum, { scatters }) => sum + scatters, 0)),
    )
  const climb = (columns: Column[]): number => {
    const coins = coinsOf(columns)
    for (const [at, reel] of reels.entries())
      for (const column of reel) {
        const changed = columns.with(at, column)
        if (coinsOf(changed) > coins) return climb(changed)
      }
    return coins
  }
  const richest = (columns: Column[], payer: number) =>
    columns.reduce((best, column) => (column.matches[payer]! > best.matches[payer]! ? column : best))
  // One more scatter often pays nothing, so climbing would not find them: half of the starts have a scatter on every reel.
  const withScatters = reels.map((reel) => {
    const showing = reel.filter(({ scatters }) => scatters > 0)
    return showing.length > 0 ? showing : reel
  })
  return Math.max(
    ...[reels, withScatters].flatMap((from) =>
      pays.map((_, payer) => climb(from.map((columns) => richest(columns, payer)))),
    ),
  )
}

/** Groups columns with the same matches and scatters, counts them, and sorts those with the most matches first. */
function distinct(reel: readonly Column[]): Array<Column & { count: number }> {
  const groups = new Map<string, Column & { count: number }>()
  for (const column of reel) {
    const key = `${column.matches.join()}/${column.scatters}`
    const found = groups.get(key)
    if (found) found.count++
    else groups.set(key, { ...column, count: 1 })
  }
  const rank = ({ matches }: Column) => matches.reduce((sum, count, payer) => sum + count / 4 ** payer, 0)
  return [...groups.values()].sort((one, other) => rank(other) - rank(one))
}
