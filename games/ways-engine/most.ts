/** The most that a spin can pay, and in how many windows: a search that leaves out what cannot reach it. */
import type { SlotDefinition } from '../slot-engine/definition.ts'
import { type Column, columnsOf, payersOf, payOf } from './moments.ts'

export type Most = { coins: number; windows: bigint }

/** `extra` is what a number of scatters is worth besides its pay. */
export function mostOf(slot: SlotDefinition, heights: readonly number[], extra: (scatters: number) => number): Most {
  const payers = payersOf(slot)
  const reels = columnsOf(slot, heights).map(distinct)
  const pays = payers.map((symbol) => Array.from({ length: slot.reels + 1 }, (_, count) => payOf(slot, symbol, count)))
  /** For each reel and payer: the highest pay of a run that has come so far, ways of the reels ahead included. */
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
  // Found before the search, so that it leaves out most of the windows from the start.
  let best: Most = { coins: climbed(reels, pays, worth), windows: 0n }
  const visit = (at: number, ways: number[], ended: number, scatters: number, windows: bigint): void => {
    const bound = ways.reduce(
      (sum, count, payer) => sum + count * ahead[at]![payer]!,
      ended + mostWorth[at]![scatters]!,
    )
    if (bound < best.coins) return
    if (at === slot.reels) {
      const coins = ways.reduce((sum, count, payer) => sum + count * pays[payer]![at]!, ended + worth(scatters))
      if (coins > best.coins) best = { coins, windows }
      else if (coins === best.coins) best = { coins, windows: best.windows + windows }
      return
    }
    for (const column of reels[at]!) {
      let more = ended
      const next = ways.map((count, payer) => {
        const matches = column.matches[payer]!
        if (matches === 0) more += count * pays[payer]![at]!
        return count * matches
      })
      visit(at + 1, next, more, scatters + column.scatters, windows * BigInt(column.count))
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

/** A window that no change of one reel improves: the best of those reached from the most matches of each payer. */
function climbed(reels: Column[][], pays: number[][], worth: (scatters: number) => number): number {
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
  // Scatters pay only together, so that one of them alone improves nothing: half of the starts have all of them.
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

/** Columns that look alike to the paytable, with their number, those with the most matches first. */
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
